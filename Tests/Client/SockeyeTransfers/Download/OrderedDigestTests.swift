import SockeyeDigest
import SockeyeIO
import SockeyeTesting
@testable import SockeyeTransfers
import TestSupport
import Testing

/// The digest is that of the file, whatever was written when.
struct OrderedDigestTests {
    private static let length = 5 << 20

    /// The order in which parts of the file are written and shown, as fifths of it; `nil` writes without showing.
    struct Story: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let shown: [(part: Range<Int>, isShown: Bool)]

        init(_ testDescription: String, _ shown: [(Range<Int>, Bool)]) {
            self.testDescription = testDescription
            self.shown = shown.map { (part: $0.0, isShown: $0.1) }
        }
    }

    @Test(arguments: [
        Story("in order", (0..<5).map { (0..<$0 + 1, true) }),
        Story("all at once", [(0..<5, true)]),
        Story("never shown", [(0..<5, false)]),
        Story("backwards", (0..<5).reversed().map { ($0..<5, true) }),
        Story("a gap, filled last", [(0..<1, true), (2..<5, true), (1..<2, true)]),
        Story("a gap, filled unseen", [(0..<1, true), (2..<5, true), (1..<2, false)]),
        Story("what was there before", [(0..<3, true), (3..<4, true), (4..<5, true)]),
    ])
    func isTheFiles(_ story: Story) throws {
        let folder = try TemporaryFolder()
        let file = try File(folder.file("file"), [.reading, .writing, .creating])
        let digest = OrderedDigest([.sha256, .md5])
        let fifth = Self.length / 5
        for (part, isShown) in story.shown {
            let range = part.lowerBound * fifth..<part.upperBound * fifth
            try file.write(BytePattern.bytes(range), at: Int64(range.lowerBound))
            let written = Int64(range.lowerBound)..<Int64(range.upperBound)
            if isShown { digest.follow(file, written, in: written) }
        }
        let found = try digest.finish(file, length: Int64(Self.length))
        let whole = BytePattern.bytes(0..<Self.length)
        #expect(found[.sha256] == (try Digest(.sha256, of: whole).bytes))
        #expect(found[.md5] == (try Digest(.md5, of: whole).bytes))
    }

    /// A fetch may pass the end that another took over, before or after that one has written the same bytes.
    @Test(
        "Bytes that are written again after they were hashed count as they are at the end",
        arguments: [
            0..<1, 2_000_000..<2_000_001, 4_000_000..<5_242_880,
        ])
    func writtenAgain(_ again: Range<Int>) async throws {
        let folder = try TemporaryFolder()
        let file = try File(folder.file("file"), [.reading, .writing, .creating])
        let digest = OrderedDigest([.sha256])
        var bytes = BytePattern.bytes(0..<Self.length)
        try file.write(bytes, at: 0)
        let length = Int64(Self.length)
        digest.follow(file, 0..<length, in: 0..<length)
        try await eventually { digest.hashedBytes == length }
        for index in again { bytes[index] ^= 1 }
        try file.write(Array(bytes[again]), at: Int64(again.lowerBound))
        let written = Int64(again.lowerBound)..<Int64(again.upperBound)
        digest.follow(file, written, in: written.lowerBound..<written.lowerBound)
        #expect(try digest.finish(file, length: length)[.sha256] == (try Digest(.sha256, of: bytes).bytes))
    }

    @Test("A file that can't be read is an error at the end, not before")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        let file = try File(folder.file("file"), [.writing, .creating])
        try file.write(BytePattern.bytes(0..<Self.length), at: 0)
        let digest = OrderedDigest([.sha256])
        digest.follow(file, 0..<0, in: 0..<Int64(Self.length))
        #expect(throws: FileError.self) { try digest.finish(file, length: Int64(Self.length)) }
    }

    @Test("Once nobody wants the digest, the file is let go")
    func dropped() async throws {
        let folder = try TemporaryFolder()
        let closing = try FolderWatch(folder.path, for: FolderWatch.closings)
        weak var open: File?
        do {
            let file = try File(folder.file("file"), [.reading, .writing, .creating])
            open = file
            try file.write(BytePattern.bytes(0..<Self.length), at: 0)
            OrderedDigest([.sha256]).follow(file, 0..<0, in: 0..<Int64(Self.length))
        }
        // It is closed by what lets it go.
        try await closing.wait { $0 > 0 }
        #expect(open == nil)
    }
}
