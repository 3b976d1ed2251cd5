import Testing

@testable import SockeyeIO

struct BlockingThreadsTests {
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
}
