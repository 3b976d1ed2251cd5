import SockeyeIO
import TestSupport
import Testing

@testable import SockeyeTransfers

@Suite("Early writeback")
struct WritebackTests {
    @Test("Bytes stay as they are, whatever the windows")
    func bytes() async throws {
        let folder = try TemporaryFolder()
        let file = try File(folder.file("file"), [.reading, .writing, .creating])
        var writeback = Writeback(file, from: 5, on: .shared)
        let piece = (0..<3_000_001).map { UInt8(truncatingIfNeeded: $0) }
        var position: Int64 = 5
        for _ in 0..<9 {
            try file.write(piece, at: position)
            position += Int64(piece.count)
            try await writeback.advance(to: position)
        }
        try await writeback.finish()
        #expect(try file.facts().size == position)
        #expect(try file.read(piece.count, at: position - Int64(piece.count)) == piece)
    }

    @Test("A file that cannot be written back is no error")
    func pipe() async throws {
        let file = try File("/dev/null", [.writing])
        var writeback = Writeback(file, from: 0, on: .shared)
        try await writeback.advance(to: 1 << 30)
        try await writeback.advance(to: 2 << 30)
        try await writeback.finish()
        #expect(!file.hasLostBytes)
    }
}
