internal import SockeyeParsers

/// Turns one kind of body into text as it arrives: laid out for a person, or the selected values for a script.
protocol BodyPrinter {
    /// Reads the next piece.
    ///
    /// - Throws: with the place, when the body is not what it is taken for.
    mutating func feed(_ bytes: RawSpan) throws(TransferFailure)
    /// Ends the body.
    mutating func finish() throws(TransferFailure)
    /// What has been printed since the last call.
    mutating func takeBytes() -> [UInt8]
    /// How many values `--select` has found.
    var selectedCount: Int { get }
}

/// How a body is printed.
struct PrintStyle: Sendable {
    /// Whether in colour.
    var isColored = false
    /// Whether it goes to a terminal, so that control characters must not be sent as they are.
    var isForTerminal = false

    /// `text` in the colour of names, of JSON's and others' alike.
    func name(_ text: String) -> String { isColored ? "\u{1B}[\(JSONColors().key)m\(text)\u{1B}[0m" : text }

    /// Text of the body for a terminal: what controls one is escaped, the ends of lines excepted.
    func safe(_ text: String) -> String {
        guard isForTerminal else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { TerminalText.escaped(String($0)) }
            .joined(separator: "\n")
    }
}

extension TransferFailure {
    /// A body that is not what it was taken for.
    init(refused error: any Error) { self.init(.bodyRefused, "\(error)") }
    /// A path that cannot be read.
    init(path error: any Error) { self.init(.failedInitialization, "option --select: \(error)") }
}

extension BodyFormat {
    /// The printer of this format, which is not `auto`.
    ///
    /// - Throws: when `path` means nothing in this format.
    func printer(path: String?, charset: String?, _ style: PrintStyle) throws(TransferFailure) -> any BodyPrinter {
        do {
            switch self {
            case .xml:
                let encoding = charset.flatMap(Charset.init)
                if let path { return XMLPrinter(XMLSelectionHandler(path: try XMLPath(path)), encoding) }
                let format = XMLFormat(isPretty: true, colors: style.isColored ? XMLColors() : nil)
                return XMLPrinter(XMLWriter(format: format), encoding)
            case .form: return FormPrinter(name: path, style)
            case .sse: return try EventPrinter(field: path, style)
            case .plist: return PropertyListPrinter(try JSONSelectionWriter(path, style))
            case .ndjson: return JSONLinesPrinter(try JSONSelectionWriter(path, style))
            case .json, .auto: return JSONPrinter(try JSONSelectionWriter(path, style))
            }
        } catch {
            throw TransferFailure(path: error)
        }
    }
}

extension JSONSelectionWriter {
    /// A writer of the whole, laid out, or of what `--select` leads to.
    fileprivate init(_ path: String?, _ style: PrintStyle) throws(PathError) {
        let colors = style.isColored ? JSONColors() : nil
        try self.init(
            path: try JSONPath(path ?? ""), format: path == nil ? JSONFormat(isPretty: true, colors: colors) : .compact,
            writesRawStrings: path != nil)
    }
}
