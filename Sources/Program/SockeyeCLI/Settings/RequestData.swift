/// The data of `-d`, `--data-raw` and `--data-binary`: pieces joined with `&`.
///
/// Files are read when the request is made, not when the option is parsed, so a large one is in memory only once.
struct RequestData: Equatable, Sendable {
    /// A piece of the body.
    enum Piece: Equatable, Sendable {
        /// Literal bytes.
        case bytes([UInt8])
        /// A file's contents (`-` is standard input); `-d @file` drops CR, LF and NUL.
        case file(path: String, dropsLineEnds: Bool)
        /// Bytes appended without `&`: `--json`.
        case appended([UInt8])
        /// A file's contents, appended without `&`.
        case appendedFile(path: String)
        /// An unencoded name, and text or a file's contents percent-encoded: `--data-urlencode`.
        case encoded(EncodedData)
    }

    /// The pieces in order.
    var pieces: [Piece] = []

    /// Reads the argument of `-d` or `--data-binary`: `@file` is a file's contents, anything else is literal.
    static func piece(_ argument: OptionValue, dropsLineEnds: Bool) throws(OptionFault) -> Piece {
        guard let path = try argument.fileName() else { return .bytes(argument.bytes) }
        return .file(path: path, dropsLineEnds: dropsLineEnds)
    }

    /// The whole body.
    ///
    /// An unreadable file is an error (curl 7 posts an empty body instead).
    func assembled(readFile: FileReader) throws(InputError) -> [UInt8] {
        var body: [UInt8] = []
        for (index, piece) in pieces.enumerated() {
            if index > 0, !piece.isAppended { body.append(UInt8(ascii: "&")) }
            switch piece {
            case .bytes(let bytes), .appended(let bytes): body += bytes
            case .appendedFile(let path): body += try readFile(path)
            case .encoded(let data): body += try data.bytes(readFile: readFile)
            case .file(let path, let dropsLineEnds):
                let contents = try readFile(path)
                body += dropsLineEnds ? contents.filter { ![0x00, 0x0A, 0x0D].contains($0) } : contents
            }
        }
        return body
    }

    /// `-G`: `url` with `data` added to its query, before any fragment.
    static func url(_ url: String, withQuery data: String) -> String {
        if data.isEmpty { return url }
        let fragmentStart = url.firstIndex(of: "#") ?? url.endIndex
        let base = url[..<fragmentStart]
        // What follows the first question mark is the query, with any others.
        let query = base.firstIndex(of: "?").map { base[$0...].dropFirst() }
        let separator = query.map { $0.isEmpty || $0.hasSuffix("&") ? "" : "&" } ?? "?"
        return base + separator + data + url[fragmentStart...]
    }
}

extension RequestData.Piece {
    fileprivate var isAppended: Bool {
        switch self {
        case .appended, .appendedFile: true
        case .bytes, .file, .encoded: false
        }
    }
}
