import SockeyeParsers
import Testing

@testable import SockeyeCLI

/// What is printed of a body on a terminal: none of it steers the terminal.
struct ShownTextTests {
    private let style = PrintStyle(isColored: false, isForTerminal: true)

    @Test(
        arguments: [
            (BodyFormat.json, nil, "{\"a\":\"\u{9B}31m\"}", "{\"a\":\"\\u009B31m\"}"),
            (.json, nil, "\"\u{202E}é\u{7F}\"", "\"\\u202Eé\\u007F\""),
            (.xml, nil, "<a>\u{9B}31m\u{7F}</a>", "<a>&#x9B;31m&#x7F;</a>"),
            (.json, "a", "\u{1B}[2J\u{9B}m\n", "\\u{1B}[2J\\u{9B}m\n"),
        ] as [(BodyFormat, String?, String, String)])
    func shown(_ format: BodyFormat, _ path: String?, _ printed: String, _ shown: String) {
        let settings = ParseSettings(format: format, path: path)
        let bytes = style.shown(Array(printed.utf8), of: format, settings)
        #expect(String(decoding: bytes, as: UTF8.self) == shown)
        // For a program everything stays as it is.
        #expect(PrintStyle().shown(Array(printed.utf8), of: format, settings) == Array(printed.utf8))
    }

    @Test("Colours stay")
    func colours() {
        let printed = Array("\u{1B}[32m\"é\u{9B}\"\u{1B}[0m".utf8)
        let bytes = style.shown(printed, of: .json, ParseSettings(format: .json))
        #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}[32m\"é\\u009B\"\u{1B}[0m")
    }

    @Test("A field or a value of an event", arguments: [(nil, "data"), (.json, "a")] as [(BodyFormat?, String)])
    func events(_ format: BodyFormat?, _ path: String) throws {
        var text = try EventText(ParseSettings(format: format, path: path), style)
        let data = format == nil ? "\u{1B}[2J" : "{\"a\":\"\\u001b[2J\"}"
        let bytes = try text.bytes(of: ServerSentEvent(type: "message", data: data, lastEventID: ""))
        #expect(String(decoding: bytes, as: UTF8.self) == "\\u{1B}[2J\n")
    }
}
