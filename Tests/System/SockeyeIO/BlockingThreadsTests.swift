import Glibc
import TestSupport
import Testing

@testable import SockeyeIO

/// One after another: two of them take the process's threads for files, and each would wait for those that the other holds.
@Suite(.serialized) struct BlockingThreadsTests {
    /// Threads that don't wait for work end just when the next piece comes, over and over.
    @Test(.timeLimit(.minutes(1)), arguments: [0, 1] as [UInt32])
    func noWorkIsLostWhenThreadsEnd(patience: UInt32) async {
        let threads = BlockingThreads(patience: patience)
        for _ in 0..<(patience == 0 ? 20_000 : 500) {
            await withCheckedContinuation { continuation in
                threads.run { continuation.resume() }
            }
        }
    }

    /// Calls that never return, of tasks that have ended, keep no file waiting.
    @Test(.timeLimit(.minutes(1))) func workThatNobodyWaitsForGivesItsPlaceUp() async throws {
        let began = Tally()
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (readEnd, writeEnd) = (ends[0], ends[1])
        let places = BlockingThreads.files.places
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<places {
                group.addTask {
                    let value = await onFileThreadUntilCancelled {
                        began.count()
                        var byte: UInt8 = 0
                        return read(readEnd, &byte, 1)
                    }
                    #expect(value == nil)
                }
            }
            await began.wait(for: places)
            group.cancelAll()
            try await group.waitForAll()
        }
        let value = await onFileThread { 7 }
        #expect(value == 7)
        close(writeEnd)
        close(readEnd)
    }

    /// Forty calls that stand still, as to a disk that doesn't answer, while their tasks wait for them.
    @Test(.timeLimit(.minutes(1))) func aDiskThatStandsStillKeepsNoOtherFileWaiting() async throws {
        let began = Tally()
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (readEnd, writeEnd) = (ends[0], ends[1])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    let count = await onFileThread {
                        began.count()
                        var byte: UInt8 = 0
                        return read(readEnd, &byte, 1)
                    }
                    #expect(count == 0)
                }
            }
            await began.wait(for: 40)
            let value = await onFileThread { 7 }
            #expect(value == 7)
            close(writeEnd)
            try await group.waitForAll()
        }
        close(readEnd)
    }
}
