internal import SockeyeFields

/// Parses a body for `--parse` as it arrives, and writes the text to print.
///
/// ```
/// init ──begin(Content-Type)──→ printing                    the format is known
///               │                   ▲
///               └──→ undecided ─────┘                       auto: the first bytes decide
/// ```
struct BodyParser {
    private let settings: ParseSettings
    private let style: PrintStyle
    private var contentType: String?
    private var printer: (any BodyPrinter)?
    /// Its format.
    private var format: BodyFormat?
    /// The first bytes, until the format is known.
    private var start: [UInt8] = []
    /// Whether the printed text ends inside a line.
    private var isInLine = false

    /// A parser of one body.
    ///
    /// - Throws: if the path is invalid in the format, before anything is fetched.
    init?(settings: ParseSettings, style: PrintStyle) throws(TransferFailure) {
        guard let format = settings.format else { return nil }
        (self.settings, self.style) = (settings, style)
        if format != .auto { _ = try format.printer(path: settings.path, charset: nil, style, settings.conversion) }
    }

    /// Starts the body.
    mutating func begin(contentType: String?) throws(TransferFailure) {
        self.contentType = contentType
        if settings.format != .auto {
            try choose(settings.format)
        } else if let type = mediaType {
            try choose(BodyFormat(mediaType: type))
        }
    }

    /// Reads the next chunk and writes what can be printed, including what precedes an error.
    mutating func feed(_ bytes: RawSpan, write: ([UInt8]) throws(OutputError) -> Void) throws {
        if printer != nil { return try print(write) { try $0.feed(bytes) } }
        // SAFETY: the bytes are copied before the span can end.
        bytes.withUnsafeBytes { start += $0 }
        try decide(isWhole: false, write)
    }

    /// Ends the body.
    mutating func finish(write: ([UInt8]) throws(OutputError) -> Void) throws {
        if printer == nil { try decide(isWhole: true, write) }
        try print(write) { try $0.finish() }
        if let path = settings.path, printer?.selectedCount == 0 {
            throw TransferFailure(.nothingSelected, "nothing in the body matches '\(path)'")
        }
    }

    private var mediaType: MediaType? { contentType.flatMap { MediaType(essenceOf: $0) } }

    private mutating func choose(_ format: BodyFormat?) throws(TransferFailure) {
        self.format = format
        printer = try format?.printer(
            path: settings.path, charset: contentType.flatMap(MediaType.charset(ofContentType:)), style,
            settings.conversion)
    }

    /// Chooses a format by the first bytes, and reads them.
    private mutating func decide(isWhole: Bool, _ write: ([UInt8]) throws(OutputError) -> Void) throws {
        let first = Array(start.prefix(BodyFormat.sniffedLength))
        guard let format = BodyFormat.sniffed(first, isWhole: isWhole || start.count > first.count) else { return }
        let isHTML =
            String(decoding: first.drop { $0 <= 0x20 }.prefix(15), as: UTF8.self).lowercased() == "<!doctype html>"
        if format == .auto || isHTML || mediaType?.essence == "text/html" {
            let type = contentType.map { " (Content-Type: \($0))" } ?? ""
            throw TransferFailure(
                .bodyRefused,
                start.isEmpty
                    ? "the body is empty"
                    : isHTML
                        ? "the body is HTML\(type), which --parse doesn't read"
                        : "cannot tell the body's format\(type); name it, as in --parse json")
        }
        try choose(format)
        let bytes = start
        start = []
        try print(write) { try $0.feed(bytes.span.bytes) }
    }

    private mutating func print(
        _ write: ([UInt8]) throws(OutputError) -> Void, _ work: (inout any BodyPrinter) throws -> Void
    ) throws {
        guard var printer else { return }
        self.printer = nil
        let result: Result<Void, TransferFailure>
        do {
            result = .success(try work(&printer))
        } catch {
            var failure = TransferFailure(refused: error)
            if mediaType?.essence == "text/html" { failure.message += "; by its Content-Type the body is HTML" }
            result = .failure(failure)
        }
        var printed = printer.takeBytes()
        self.printer = printer
        if let last = printed.last { isInLine = last != UInt8(ascii: "\n") }
        // The error message starts on its own line.
        if case .failure = result, isInLine {
            printed.append(UInt8(ascii: "\n"))
            isInLine = false
        }
        if !printed.isEmpty { try write(style.shown(printed, of: format, settings)) }
        try result.get()
    }
}
