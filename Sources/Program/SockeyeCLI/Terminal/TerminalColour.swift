internal import SockeyeParsers

/// The colours of the program: those of the 256 that can be read on white and on black, with a contrast of at least 4.5 on either
/// (WCAG 2.2, 1.4.3). The sixteen of ECMA-48 are whatever the terminal's theme makes of them.
enum TerminalColour: Int, CaseIterable, Sendable {
    case green = 29
    case blue = 63
    case purple = 98
    case brown = 131
    case magenta = 163
    case grey = 243

    /// The parameters of the sequence (SGR) that chooses it.
    var parameters: String { "38;5;\(rawValue)" }

    /// The text in this colour.
    func text(_ text: String, isBold: Bool = false) -> String {
        "\u{1B}[\(parameters)\(isBold ? ";1" : "")m\(text)\u{1B}[0m"
    }
}

extension JSONColors {
    /// Those of the program.
    static var terminal: JSONColors {
        JSONColors(
            key: TerminalColour.blue.parameters + ";1", string: TerminalColour.green.parameters,
            number: TerminalColour.brown.parameters, literal: TerminalColour.purple.parameters)
    }
}

extension XMLColors {
    /// Those of the program.
    static var terminal: XMLColors {
        XMLColors(
            tag: TerminalColour.blue.parameters + ";1", value: TerminalColour.green.parameters,
            comment: TerminalColour.grey.parameters)
    }
}
