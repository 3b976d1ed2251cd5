import Glibc
import SockeyeRecording
import TestSupport
import Testing

/// The format of recordings (docs/Recordings.md).
struct RecordingTests {
    private static let text = """
        sockeye recording 1
        0 start wall=1763800000000000 secrets=masked program=sockeye
        10 argument bytes="http://h/?a=\\"b\\"\\x00\\\\"
        20 open c0 origin=http://h:80
        30 resolved c0 address="192.0.2.1 80" address="2001:db8::1 80"
        40 connected c0 local="192.0.2.2 4000" peer="192.0.2.1 80"
        50 sent c0 bytes="GET / HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n"
        60 received c0 bytes=~AP/+gA==
        70 ended c0
        80 failed c0 step=read error=system call=recv number=104
        90 closed c0
        95 end code=0

        """

    @Test func readsWhatIsWritten() throws {
        let recording = try Recording(Array(Self.text.utf8))
        #expect(!recording.isCut)
        #expect(recording.wallTime == 1_763_800_000_000_000)
        #expect(!recording.hasSecrets)
        #expect(recording.arguments == [Array("http://h/?a=\"b\"\0\\".utf8)])
        let entries = recording.entries
        #expect(entries[3].texts("address") == ["192.0.2.1 80", "2001:db8::1 80"])
        #expect(entries[6].bytes("bytes") == [0x00, 0xFF, 0xFE, 0x80])
        #expect(entries[8].number("number") == 104)
        #expect(entries[6].line == 8)
    }

    /// Whatever they are, and whether they stand in quotes or not.
    @Test func octetsAreKept() throws {
        for value in ["\u{E9}".utf8.map(\.self), [0x61, 0xD7, 0xFF, 0x80]] {
            for quote in ["", "\""].map({ Array($0.utf8) }) {
                let text = Array("sockeye recording 1\n0 start wall=0 secrets=kept\n1 argument bytes=".utf8)
                let recording = try Recording(text + quote + value + quote + [0x0A])
                #expect(recording.arguments == [value])
            }
        }
    }

    @Test func theRecorderWritesWhatIsRead() throws {
        let recorder = Recorder(keepsSecrets: true)
        let all = (0...255).map { UInt8($0) }
        let values: [[UInt8]] = [[], [0x20], all, Array("plain".utf8), Array("a \"b\" \\ \r\n\t é".utf8)]
        for value in values { recorder.note(.argument, [.init("bytes", value)]) }
        #expect(try Recording(recorder.bytes).isCut)
        recorder.finish()
        recorder.note(.argument, [.init("bytes", "late")])
        let recording = try Recording(recorder.bytes)
        #expect(recording.arguments == values)
        #expect(!recording.isCut)
        #expect(recording.hasSecrets)
    }

    @Test(
        "A fault is named with its line and offset",
        arguments: [
            ("", 0, 0), ("HTTP/1.1 200 OK\n", 0, 0), ("sockeye recording 2\n", 1, 18), ("sockeye recording 1\n", 2, 0),
            ("sockeye recording 1\n0 end\n", 2, 0), ("sockeye recording 1\n0 start wall=x secrets=kept\n", 2, 27),
            ("sockeye recording 1\n0 start wall=9223372036854775807 secrets=kept\n", 2, 0),
            ("START\n5 open origin=a\n", 3, 15), ("START\n5 sent c0 bytes=a\n", 3, 0),
            ("START\n5 open c0 origin=a\n5 open c0 origin=a\n", 4, 0), ("START\n5 open c-1 origin=a\n", 3, 10),
            ("START\n5 open c0 origin=a\n4 closed c0\n", 4, 0), ("START\n5 argument bytes=\"a\n", 3, 19),
            ("START\n5 argument bytes=\"\\q\"\n", 3, 20), ("START\n5 argument bytes=\"\\x1\n", 3, 20),
            ("START\n5 argument bytes=~===\n", 3, 21), ("START\n5 argument bytes=\n", 3, 17),
            ("START\n5 argument  bytes=a\n", 3, 11), ("START\n5 argument BYTES=a\n", 3, 11),
            ("START\n99999999999999999999 argument bytes=a\n", 3, 20),
            ("START\n316000000000000 argument bytes=a\n", 3, 0),
            ("START\n5 end\n6 argument bytes=a\n", 4, 0), ("START\n5 juggle\n", 3, 8),
        ])
    func faults(text: String, line: Int, offset: Int) throws {
        let text = text.replacing("START", with: "sockeye recording 1\n0 start wall=0 secrets=kept")
        let error = #expect(throws: RecordingError.self) { try Recording(Array(text.utf8)) }
        let found = try #require(error)
        #expect((found.line, found.offset) == (line, offset), "\(found)")
    }

    @Test("Cut anywhere, it is read up to there, or refused in its first two lines")
    func cuts() throws {
        let bytes = Array(Self.text.utf8)
        let whole = try Recording(bytes).entries
        let head = Self.text.split(separator: "\n").prefix(2).joined(separator: "\n").utf8.count + 1
        for count in 0..<bytes.count {
            guard let cut = try? Recording(Array(bytes[..<count])) else {
                #expect(count < head)
                continue
            }
            #expect(cut.isCut)
            #expect(cut.entries == Array(whole[..<cut.entries.count]))
        }
    }

    @Test("Whatever is in it, it is read or refused", arguments: 0..<UInt64(8))
    func mutations(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let text = mutated(Self.text, with: &generator)
            guard let recording = try? Recording(Array(text.utf8)) else { continue }
            #expect(recording.entries.first?.kind == .start)
            #expect(recording.byteByByte().entries.count >= recording.entries.count)
        }
    }
}

/// What is left out of recordings.
struct SecretTests {
    private static let heads: [(sent: String, masked: String)] = [
        ("GET / HTTP/1.1\r\nAuthorization: Basic dTpw\r\n\r\n", "GET / HTTP/1.1\r\nAuthorization: Basic xxxx\r\n\r\n"),
        (
            "GET / HTTP/1.1\r\nauthorization:Digest a=\"b\", c\r\nA: b\r\n\r\n",
            "GET / HTTP/1.1\r\nauthorization:Digest xxxxxx x\r\nA: b\r\n\r\n"
        ),
        ("GET / HTTP/1.1\r\nAuthorization: s3cret\r\n\r\n", "GET / HTTP/1.1\r\nAuthorization: xxxxxx\r\n\r\n"),
        (
            "GET / HTTP/1.1\r\nProxy-Authorization: Foo bar\r\n\r\n",
            "GET / HTTP/1.1\r\nProxy-Authorization: xxx xxx\r\n\r\n"
        ),
        ("GET / HTTP/1.1\r\nCookie: a=b; cd=e=f;g\r\n\r\n", "GET / HTTP/1.1\r\nCookie: a=x; cd=xxx;x\r\n\r\n"),
        ("GET / HTTP/1.1\r\nCookie: a=b\r\n c\r\n\r\n", "GET / HTTP/1.1\r\nCookie: a=x\r\n x\r\n\r\n"),
        (
            "GET http://u:p@h/ HTTP/1.1\r\nReferer: http://to%40k@h/\r\n\r\n",
            "GET http://x:x@h/ HTTP/1.1\r\nReferer: http://xx%78x@h/\r\n\r\n"
        ),
        // What follows the head is a body.
        ("POST / HTTP/1.1\r\n\r\nCookie: a=b\r\n//u:p@h", "POST / HTTP/1.1\r\n\r\nCookie: a=b\r\n//u:p@h"),
    ]

    @Test(arguments: heads)
    func requests(sent: String, masked: String) {
        var mask = HeadMask(isResponse: false)
        mask.begin()
        #expect(String(decoding: mask.masked(Array(sent.utf8)), as: UTF8.self) == masked)
        // Byte by byte, it is the same, if what is open may come later.
        mask.begin()
        #expect(String(decoding: sent.utf8.flatMap { mask.passed([$0]) } + mask.rest(), as: UTF8.self) == masked)
        // If not, nothing that the other hides is shown.
        mask.begin()
        let pieces = sent.utf8.flatMap { mask.masked([$0]) }
        #expect(zip(pieces, masked.utf8).allSatisfy { $0 == $1 || $0 == HeadMask.filler })
    }

    @Test func responses() {
        var mask = HeadMask(isResponse: true)
        mask.begin()
        let sent =
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nSet-Cookie: sid=secret; Path=/; a=b\r\nLocation: //u:p@h\r\n\r\n"
            + "Set-Cookie: a=b"
        let masked =
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nSet-Cookie: sid=xxxxxx; Path=/; a=b\r\nLocation: //x:x@h\r\n\r\n"
            + "Set-Cookie: a=b"
        #expect(String(decoding: mask.masked(Array(sent.utf8)), as: UTF8.self) == masked)
    }

    @Test func whatComesBeforeIsMaskedAsAWhole() {
        var mask = HeadMask(isResponse: false)
        #expect(mask.masked([1, 2, 3]) == Array("xxx".utf8))
    }

    @Test("Another user's file isn't recorded to", .enabled(if: geteuid() == 0, "only root gives files away"))
    func strangersFile() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("planted", "planted")
        try #require(chown(path, 12_345, 12_345) == 0)
        #expect(throws: RecordingError.self) { try Recorder(file: path) }
        #expect(try folder.read("planted") == Array("planted".utf8))
    }
}
