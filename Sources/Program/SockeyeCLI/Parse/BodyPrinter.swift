/// Turns a body into text as it arrives: pretty-printed for people, or the selected values for scripts.
protocol BodyPrinter {
    /// Reads the next chunk.
    ///
    /// - Throws: a ``TransferFailure``, or the parser's error if the body is malformed, with the position.
    mutating func feed(_ bytes: RawSpan) throws
    /// Ends the body.
    mutating func finish() throws
    /// The text printed since the last call.
    mutating func takeBytes() -> [UInt8]
    /// How many values `--select` has found.
    var selectedCount: Int { get }
}

/// How a body is printed.
struct PrintStyle: Sendable {
    /// Whether colours are used.
    var isColored = false
    /// Whether the output is a terminal, so that control characters must be escaped.
    var isForTerminal = false

    /// `text` in the colour of names, the same for every format.
    func name(_ text: String) -> String { isColored ? TerminalColour.blue.text(text, isBold: true) : text }

    /// What was printed, without control characters on a terminal: selected values are raw otherwise, and a document stays one.
    func shown(_ printed: [UInt8], of format: BodyFormat?, _ settings: ParseSettings) -> [UInt8] {
        if !isForTerminal { return printed }
        if settings.conversion.format == nil, settings.path != nil {
            return Array(safe(String(decoding: printed, as: UTF8.self)).utf8)
        }
        let isXML = settings.conversion.format != nil || format == .xml
        return TerminalText.escapedDocument(printed, isXML: isXML)
    }

    /// Text of the body for a terminal: control characters are escaped, except line ends.
    func safe(_ text: String) -> String {
        guard isForTerminal else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { TerminalText.escaped(String($0)) }
            .joined(separator: "\n")
    }
}

extension TransferFailure {
    /// What a printer threw: as a rule, that the body isn't in the expected format.
    init(refused error: any Error) { self = error as? TransferFailure ?? TransferFailure(.bodyRefused, "\(error)") }
    /// A malformed path.
    init(path error: any Error) { self.init(.failedInitialization, "option --select: \(error)") }
}
