import Testing

@testable import SockeyeWebSocket

/// Section 6 of the Autobahn test suite: text as UTF-8, and what isn't.
@Suite struct AutobahnUTF8Tests {
    /// Numbers and bytes; κόσμε is CEBAE1BDB9CF83CEBCCEB5.
    static let valid: [(String, String)] = shown + nonCharacters + specials

    private static let shown: [(String, String)] =
        [
            ("6.1.1", ""), ("6.2.1", "48656c6c6f2dc2b540c39fc3b6c3a4c3bcc3a0c3a12d5554462d382121"),
            ("6.5.1", "cebae1bdb9cf83cebcceb5"), ("6.6.2", "ceba"), ("6.6.5", "cebae1bdb9"),
            ("6.6.7", "cebae1bdb9cf83"),
            ("6.6.9", "cebae1bdb9cf83cebc"), ("6.6.11", "cebae1bdb9cf83cebcceb5"),
            ("6.7.1", "00"), ("6.7.2", "c280"), ("6.7.3", "e0a080"), ("6.7.4", "f0908080"),
            ("6.9.1", "7f"), ("6.9.2", "dfbf"), ("6.9.3", "efbfbf"), ("6.9.4", "f48fbfbf"),
            ("6.11.1", "ed9fbf"), ("6.11.2", "ee8080"), ("6.11.3", "efbfbd"), ("6.11.4", "f48fbfbf"),
            ("6.22.1", "efbfbe"), ("6.22.2", "efbfbf"),
        ]

    private static let specials: [(String, String)] = (0..<7).map {
        ("6.23.\($0 + 1)", "efbfb" + String(9 + $0, radix: 16))
    }

    /// U+nFFFE and U+nFFFF for n from 1 to 16.
    private static let nonCharacters: [(String, String)] = (0..<32).compactMap { index in
        guard let scalar = Unicode.Scalar(UInt32((index / 2 + 1) << 16 | 0xFFFE + index % 2)) else { return nil }
        return ("6.22.\(index + 3)", String(scalar).utf8.map { String($0, radix: 16) }.joined())
    }

    static let invalid: [(String, String)] = [
        ("6.3.1", "cebae1bdb9cf83cebcceb5eda080656469746564"), ("6.4.1", "cebae1bdb9cf83cebcceb5f4908080656469746564"),
        ("6.6.1", "ce"), ("6.6.3", "cebae1"), ("6.6.4", "cebae1bd"), ("6.6.6", "cebae1bdb9cf"),
        ("6.6.8", "cebae1bdb9cf83ce"), ("6.6.10", "cebae1bdb9cf83cebcce"),
        ("6.8.1", "f888808080"), ("6.8.2", "fc8480808080"),
        ("6.10.1", "f7bfbfbf"), ("6.10.2", "fbbfbfbfbf"), ("6.10.3", "fdbfbfbfbfbf"), ("6.11.5", "f4908080"),
        ("6.12.1", "80"), ("6.12.2", "bf"), ("6.12.3", "80bf"), ("6.12.4", "80bf80"), ("6.12.5", "80bf80bf"),
        ("6.12.6", "80bf80bf80"), ("6.12.7", "80bf80bf80bf"),
        ("6.12.8", each(0x80...0xBF, "")), ("6.13.1", each(0xC0...0xDF, "20")), ("6.13.2", each(0xE0...0xEF, "20")),
        ("6.13.3", each(0xF0...0xF7, "20")),
        ("6.13.4", "f820f920fa20fb20"), ("6.13.5", "fc20fd20"),
        ("6.14.1", "c0"), ("6.14.2", "e080"), ("6.14.3", "f08080"), ("6.14.4", "f8808080"), ("6.14.5", "fc80808080"),
        ("6.14.6", "df"), ("6.14.7", "efbf"), ("6.14.8", "f7bfbf"), ("6.14.9", "fbbfbfbf"), ("6.14.10", "fdbfbfbfbf"),
        ("6.15.1", "c0e080f08080f8808080fc80808080dfefbff7bfbffbbfbfbffdbfbfbfbf"),
        ("6.16.1", "fe"), ("6.16.2", "ff"), ("6.16.3", "fefeffff"),
        ("6.17.1", "c0af"), ("6.17.2", "e080af"), ("6.17.3", "f08080af"), ("6.17.4", "f8808080af"),
        ("6.17.5", "fc80808080af"),
        ("6.18.1", "c1bf"), ("6.18.2", "e09fbf"), ("6.18.3", "f08fbfbf"), ("6.18.4", "f887bfbfbf"),
        ("6.18.5", "fc83bfbfbfbf"),
        ("6.19.1", "c080"), ("6.19.2", "e08080"), ("6.19.3", "f0808080"), ("6.19.4", "f880808080"),
        ("6.19.5", "fc8080808080"),
        ("6.20.1", "eda080"), ("6.20.2", "edadbf"), ("6.20.3", "edae80"), ("6.20.4", "edafbf"), ("6.20.5", "edb080"),
        ("6.20.6", "edbe80"), ("6.20.7", "edbfbf"),
        ("6.21.1", "eda080edb080"), ("6.21.2", "eda080edbfbf"), ("6.21.3", "edadbfedb080"), ("6.21.4", "edadbfedbfbf"),
        ("6.21.5", "edae80edb080"), ("6.21.6", "edae80edbfbf"), ("6.21.7", "edafbfedb080"), ("6.21.8", "edafbfedbfbf"),
    ]

    /// Each byte, and what follows it.
    private static func each(_ bytes: ClosedRange<Int>, _ then: String) -> String {
        bytes.map { String($0, radix: 16) + then }.joined()
    }

    /// The text in one frame, in a frame for each byte, and in one frame after 200 bytes of ASCII.
    private static func messages(_ bytes: [UInt8]) -> [(prefix: String, frames: [UInt8])] {
        let ascii = String(repeating: "x", count: 200)
        let single = frame(1, [], fin: false) + bytes.flatMap { frame(0, [$0], fin: false) } + frame(0)
        return [("", frame(1, bytes)), ("", single), (ascii, frame(1, Array(ascii.utf8) + bytes))]
    }

    @Test(arguments: valid)
    func acceptsUTF8(_ number: String, _ digits: String) {
        let bytes = hex(digits)
        for (prefix, frames) in Self.messages(bytes) {
            for arrival in Arrival.allCases {
                let text = prefix + String(decoding: bytes, as: UTF8.self)
                #expect(Replay.outcomes(of: frames, arrival) == [.text(text)], "\(number)")
            }
        }
    }

    @Test(arguments: invalid)
    func refusesWhatIsNot(_ number: String, _ digits: String) {
        for (_, frames) in Self.messages(hex(digits)) {
            for arrival in Arrival.allCases {
                #expect(Replay.outcomes(of: frames, arrival) == [.failed(1007)], "\(number)")
            }
        }
    }

    /// 6.4: the fault is found at the byte that makes it one, not at the end of the message or frame.
    @Test func failsAtOnce() {
        let bytes = hex("cebae1bdb9cf83cebcceb5f4908080656469746564")
        let message = frame(1, bytes)
        var replay = Replay(WebSocketCodec())
        for byte in message[..<14] { replay.receive([byte]) }
        #expect(replay.outcomes.isEmpty)
        replay.receive(message[14...14])
        #expect(replay.outcomes == [.failed(1007)])
    }

    /// Against the standard library, on every kind of cut.
    @Test func agreesWithTheStandardLibrary() {
        var generator = SystemRandomNumberGenerator()
        let parts = Self.valid.map { hex($0.1) } + Self.invalid.map { hex($0.1) }
        for _ in 0..<2000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                bytes += [UInt8](repeating: 0x61, count: Int.random(in: 0...80, using: &generator))
                bytes += parts.randomElement(using: &generator) ?? []
            }
            var check = UTF8Check()
            let cut = Int.random(in: 0...bytes.count, using: &generator)
            let accepted =
                check.accepts(Array(bytes[..<cut]), from: 0) && check.accepts(Array(bytes[cut...]), from: 0)
                && check.isComplete
            #expect(accepted == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes) cut at \(cut)")
        }
    }
}
