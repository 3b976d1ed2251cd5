import SockeyeWebSocket
import Testing

/// A case of the Autobahn test suite: what the peer sends, and what must come of it.
struct AutobahnCase: CustomTestStringConvertible {
    var number: String
    var sent: [UInt8]
    var expected: [Outcome]

    init(_ number: String, _ sent: [[UInt8]], _ expected: [Outcome]) {
        self.number = number
        self.sent = sent.flatMap { $0 }
        self.expected = expected
    }

    var testDescription: String { number }
}

@Suite struct AutobahnFramingTests {
    private static func stars(_ count: Int) -> String { String(repeating: "*", count: count) }

    private static let hello = frame(1, "Hello, world!")
    private static let ping = frame(9)

    static let messages: [AutobahnCase] = [0, 125, 126, 127, 128, 65535, 65536].enumerated().flatMap {
        (index, count) -> [AutobahnCase] in
        let binary = [UInt8](repeating: 0xFE, count: count)
        return [
            AutobahnCase("1.1.\(index + 1)", [frame(1, stars(count))], [.text(stars(count))]),
            AutobahnCase("1.2.\(index + 1)", [frame(2, binary)], [.binary(binary)]),
        ]
    }

    static let pings: [AutobahnCase] = {
        let long = [UInt8](repeating: 0xFE, count: 125)
        let bytes: [UInt8] = [0, 0xFF, 0xFE, 0xFD, 0xFC, 0xFB, 0, 0xFF]
        let ten = (0..<10).map { "payload-\($0)" }
        return [
            AutobahnCase("2.1", [ping], [.ping([])]),
            AutobahnCase("2.2", [frame(9, "Hello, world!")], [.ping(Array("Hello, world!".utf8))]),
            AutobahnCase("2.3", [frame(9, bytes)], [.ping(bytes)]),
            AutobahnCase("2.4", [frame(9, long)], [.ping(long)]),
            AutobahnCase("2.5", [frame(9, long + [0xFE])], [.failed(1002)]),
            AutobahnCase("2.6", [frame(9, long)], [.ping(long)]),
            AutobahnCase("2.7", [frame(10)], [.pong([])]),
            AutobahnCase("2.8", [frame(10, "unsolicited")], [.pong(Array("unsolicited".utf8))]),
            AutobahnCase("2.9", [frame(10, "x"), frame(9, "y")], [.pong([0x78]), .ping([0x79])]),
            AutobahnCase("2.10", ten.map { frame(9, $0) }, ten.map { .ping(Array($0.utf8)) }),
        ]
    }()

    static let reserved: [AutobahnCase] = [
        AutobahnCase("3.1", [frame(1, "Hello", rsv: 1)], [.failed(1002)]),
        AutobahnCase("3.2", [hello, frame(1, "Hello", rsv: 2), ping], [.text("Hello, world!"), .failed(1002)]),
        AutobahnCase("3.3", [hello, frame(1, "Hello", rsv: 3), ping], [.text("Hello, world!"), .failed(1002)]),
        AutobahnCase("3.4", [hello, frame(1, "Hello", rsv: 4), ping], [.text("Hello, world!"), .failed(1002)]),
        AutobahnCase("3.5", [frame(2, "Hello", rsv: 5)], [.failed(1002)]),
        AutobahnCase("3.6", [frame(9, "Hello", rsv: 6)], [.failed(1002)]),
        AutobahnCase("3.7", [frame(8, "Hello", rsv: 7)], [.failed(1002)]),
    ]

    static let opcodes: [AutobahnCase] = ([3, 4, 5, 6, 7, 11, 12, 13, 14, 15] as [UInt8]).enumerated().flatMap {
        (index, opcode) -> [AutobahnCase] in
        let number = index < 5 ? "4.1.\(index + 1)" : "4.2.\(index - 4)"
        return [
            AutobahnCase(number, [frame(opcode), ping], [.failed(1002)]),
            AutobahnCase(
                number + " after text", [hello, frame(opcode, "x")], [.text("Hello, world!"), .failed(1002)]),
        ]
    }

    static let fragments: [AutobahnCase] = {
        let one = frame(1, "fragment1", fin: false)
        let two = frame(0, "fragment2")
        let whole = Outcome.text("fragment1fragment2")
        let inner = frame(9, "ping")
        let answer = Outcome.ping(Array("ping".utf8))
        let stray = frame(0, "non-continuation")
        let strayOpen = frame(0, "non-continuation", fin: false)
        let five = [
            one, frame(0, "2", fin: false), inner, frame(0, "3", fin: false), frame(0, "4", fin: false), inner,
            frame(0, "5"),
        ]
        return [
            AutobahnCase("5.1", [frame(9, "fragment1", fin: false), frame(0, "fragment2")], [.failed(1002)]),
            AutobahnCase("5.2", [frame(10, "fragment1", fin: false), frame(0, "fragment2")], [.failed(1002)]),
            AutobahnCase("5.3", [one, two], [whole]),
            AutobahnCase("5.6", [one, inner, two], [answer, whole]),
            AutobahnCase("5.9", [stray, hello], [.failed(1002)]),
            AutobahnCase("5.12", [strayOpen, hello], [.failed(1002)]),
            AutobahnCase("5.15", [one, two, strayOpen, hello], [whole, .failed(1002)]),
            AutobahnCase("5.16", [strayOpen, hello, strayOpen, hello], [.failed(1002)]),
            AutobahnCase("5.17", [stray, hello, stray, hello], [.failed(1002)]),
            AutobahnCase("5.18", [one, frame(1, "fragment2")], [.failed(1002)]),
            AutobahnCase("5.19", five, [answer, answer, .text("fragment12345")]),
        ]
    }()

    static let closes: [AutobahnCase] = {
        let large = String(repeating: "a", count: 256 * 1024)
        let reason = String(repeating: "*", count: 123)
        var cases = [
            AutobahnCase("7.1.1", [hello, closeFrame(1000)], [.text("Hello, world!"), .close(1000, "")]),
            AutobahnCase("7.1.2", [closeFrame(1000), closeFrame(1000)], [.close(1000, "")]),
            AutobahnCase("7.1.3", [closeFrame(1000), ping], [.close(1000, "")]),
            AutobahnCase("7.1.4", [closeFrame(1000), hello], [.close(1000, "")]),
            AutobahnCase(
                "7.1.5", [frame(1, "fragment1", fin: false), closeFrame(1000), frame(0, "fragment2")],
                [.close(1000, "")]),
            AutobahnCase("7.1.6", [frame(1, large), closeFrame(1000), ping], [.text(large), .close(1000, "")]),
            AutobahnCase("7.3.1", [frame(8)], [.close(1005, "")]),
            AutobahnCase("7.3.2", [frame(8, "a")], [.failed(1002)]),
            AutobahnCase("7.3.3", [closeFrame(1000)], [.close(1000, "")]),
            AutobahnCase("7.3.4", [closeFrame(1000, Array("Hello World!".utf8))], [.close(1000, "Hello World!")]),
            AutobahnCase("7.3.5", [closeFrame(1000, Array(reason.utf8))], [.close(1000, reason)]),
            AutobahnCase("7.3.6", [closeFrame(1000, Array(reason.utf8) + [0x2A])], [.failed(1002)]),
            AutobahnCase("7.5.1", [closeFrame(1000, hex("cebae1bdb9cf83cebcceb5eda080656469746564"))], [.failed(1007)]),
        ]
        for (index, code) in [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999].enumerated()
        {
            cases.append(AutobahnCase("7.7.\(index + 1)", [closeFrame(UInt16(code))], [.close(UInt16(code), "")]))
        }
        for (index, code) in [0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999].enumerated() {
            cases.append(AutobahnCase("7.9.\(index + 1)", [closeFrame(UInt16(code))], [.failed(1002)]))
        }
        for (index, code) in [5000, 65535].enumerated() {
            cases.append(AutobahnCase("7.13.\(index + 1)", [closeFrame(UInt16(code))], [.failed(1002)]))
        }
        return cases
    }()

    static let all = messages + pings + reserved + opcodes + fragments + closes

    @Test(arguments: all)
    func passes(_ test: AutobahnCase) {
        for arrival in Arrival.allCases {
            #expect(Replay.outcomes(of: test.sent, arrival) == test.expected, "\(arrival)")
        }
    }

    @Test(arguments: all.filter { $0.sent.count < 2000 })
    func passesCutInTwo(_ test: AutobahnCase) {
        for cut in 0...test.sent.count {
            var replay = Replay(WebSocketCodec())
            replay.receive(test.sent[..<cut])
            replay.receive(test.sent[cut...])
            #expect(replay.outcomes == test.expected, "cut at \(cut)")
        }
    }

    /// An end anywhere before the close frame is an error, and says so; after it, it is the order of things.
    @Test(arguments: all.filter { $0.sent.count < 2000 })
    func anEndIsNeverAShortSuccess(_ test: AutobahnCase) {
        for cut in 0...test.sent.count {
            var replay = Replay(WebSocketCodec())
            replay.receive(test.sent[..<cut])
            replay.end()
            switch replay.outcomes.last {
            case .close, .failed: break
            default: Issue.record("an end at \(cut) of \(test.number) goes unnoticed")
            }
        }
    }

    @Test(arguments: [
        hex("817e007d"), hex("827e0000"), hex("827f000000000000ffff"), hex("827f8000000000000000"),
        hex("827fffffffffffffffff"),
    ])
    func malformedLengthsFail(_ bytes: [UInt8]) {
        for arrival in Arrival.allCases { #expect(Replay.outcomes(of: bytes, arrival) == [.failed(1002)]) }
    }

    @Test func aMaskedFrameOfAServerFails() {
        #expect(Replay.outcomes(of: hex("818537fa213d7f9f4d5158")) == [.failed(1002)])
    }
}
