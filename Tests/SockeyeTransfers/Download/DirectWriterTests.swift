import SockeyeIO
import TestSupport
import Testing

@testable import SockeyeTransfers

@Suite("Writing past the page cache")
struct DirectWriterTests {
    /// A file system that cannot write so is written otherwise.
    private static let isPossible: Bool = {
        guard let folder = try? TemporaryFolder(), let file = try? File(folder.file("file"), [.writing, .creating])
        else { return false }
        return DirectWriter(file, SegmentCursor(0..<1), .shared) != nil
    }()

    @Test(
        "Every byte is where it belongs, whatever the beginning and the end",
        .enabled(if: isPossible, "/tmp is on a file system without O_DIRECT"),
        arguments: [(0, 0), (0, 1), (1, 4095), (1, 4096), (4095, 3 << 20), (0, 6 << 20), (123, (9 << 20) + 77)])
    func bytes(_ start: Int, _ count: Int) async throws {
        let folder = try TemporaryFolder()
        let file = try File(folder.file("file"), [.reading, .writing, .creating])
        let cursor = SegmentCursor(Int64(start)..<Int64(start + count))
        let writer = try #require(DirectWriter(file, cursor, .shared))
        var expected = [UInt8](repeating: 0, count: count > 0 ? start : 0)
        var piece: UInt8 = 0
        while expected.count < start + count, count > 0 {
            piece &+= 1
            // SAFETY: the room is the writer's, and is filled before it is asked for anything else.
            let room = writer.room
            let length = min(room.count, 100_003, start + count - expected.count)
            for index in 0..<length { room[index] = piece &+ UInt8(truncatingIfNeeded: index) }
            expected.append(contentsOf: room[..<length])
            try await writer.fill(length)
            #expect(cursor.position + writer.buffered == Int64(expected.count))
        }
        try await writer.finish()
        #expect(cursor.position == Int64(start + count) && writer.buffered == 0)
        #expect(try file.read(expected.count + 1, at: 0) == expected)
    }
}
