/// The Content-Disposition field (RFC 6266): whether to show or to save, and under which name.
public struct ContentDisposition: Sendable, Hashable {
    /// `attachment`, `inline`, `form-data` or another, in small letters. An unknown one means attachment.
    public let type: String
    /// The parameters in the order given.
    public let parameters: [FieldParameter]

    /// Reads a field value.
    ///
    /// White space may stand around `=`; a parameter that comes twice makes the whole invalid (RFC 6266 section 4.1).
    /// `nil` when it is malformed.
    public init?(parsing text: String) {
        self.init(parsing: Array(text.utf8))
    }

    /// Reads a field value that need not be text.
    public init?(parsing octets: [UInt8]) {
        var scanner = FieldScanner(octets)
        guard let type = scanner.token(), let parameters = scanner.parameters(allowingWhiteSpace: true),
            !parameters.hasDuplicates
        else { return nil }
        self.type = FieldParameter.asciiLowercased(type)
        self.parameters = parameters
    }

    /// The name that the server gives, raw: from `filename*` when it is there and well-formed, else from `filename`
    /// (RFC 6266 section 4.3).
    ///
    /// It may hold anything, `../` too: use ``sanitizedFileName`` for a file.
    public var fileName: String? { extendedFileName ?? plainFileName }

    /// The `filename` parameter, raw.
    ///
    /// Octets that are UTF-8 are read as that, others as ISO 8859-1, which RFC 6266 section 4.3 names for this parameter and
    /// browsers fall back to.
    public var plainFileName: String? { parameters.octets(of: "filename")?.utf8OrLatin1 }

    /// The `filename*` parameter decoded (RFC 8187), raw; `nil` when it is absent or malformed.
    public var extendedFileName: String? { parameters.value(of: "filename*").flatMap(ExtendedValue.decode) }

    /// ``fileName`` made safe as the name of a file in one folder (``FileName/sanitized(_:maximumBytes:)``); `nil`
    /// when there is none or nothing of it is left.
    public var sanitizedFileName: String? { fileName.flatMap { FileName.sanitized($0) } }
}
