import Glibc
import SockeyeParsers
import Testing

@testable import SockeyeCLI

struct TerminalColourTests {
    /// The relative luminance of one of the 256 colours (WCAG 2.2; the cube and the greys as xterm has them).
    private static func luminance(_ index: Int) -> Double {
        let levels = [0, 95, 135, 175, 215, 255]
        let parts: [Int]
        if index >= 232 {
            parts = Array(repeating: 8 + 10 * (index - 232), count: 3)
        } else {
            parts = [36, 6, 1].map { levels[(index - 16) / $0 % 6] }
        }
        let linear = parts.map { Double($0) / 255 }.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
        return zip(linear, [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.0 * $1.1 }
    }

    @Test("Each can be read on white and on black", arguments: TerminalColour.allCases)
    func contrast(_ colour: TerminalColour) {
        let luminance = Self.luminance(colour.rawValue)
        #expect(1.05 / (luminance + 0.05) >= 4.5 && (luminance + 0.05) / 0.05 >= 4.5, "\(colour): \(luminance)")
    }

    @Test("What the program colours has these colours")
    func used() {
        let line = ExplainedLine(.sent, "a", "b")
        var texts = [ExplainedLine.Side.sent, .received, .decided, .secured, .failed, .timed].map {
            ExplainLayout(width: 80, isColoured: true).text([ExplainedLine($0, "a", "b")])
        }
        texts.append(ExplainLayout(width: 80, isColoured: true).text([line]))
        let json = JSONColors.terminal
        texts += [json.key, json.string, json.number, json.literal].map { "\u{1B}[\($0)m" }
        let xml = XMLColors.terminal
        texts += [xml.tag, xml.value, xml.comment].map { "\u{1B}[\($0)m" }
        let allowed = TerminalColour.allCases.flatMap { [$0.parameters, $0.parameters + ";1"] } + ["0"]
        for text in texts {
            for sequence in text.split(separator: "\u{1B}[").dropFirst() {
                #expect(allowed.contains(String(sequence.prefix { $0 != "m" })), "\(sequence)")
            }
        }
    }
}
