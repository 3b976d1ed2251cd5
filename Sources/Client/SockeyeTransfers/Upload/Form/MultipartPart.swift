public import HTTPTypes

/// One part of a multipart body: a name, content and fields.
///
/// ```swift
/// .field("user", "x")
/// .file("photo", path: "a.png")
/// .bytes("data", [1, 2, 3], fileName: "data.bin", contentType: "application/x-thing")
/// .mixed("album", [.file("", path: "a.png"), .file("", path: "b.png")])
/// ```
public struct MultipartPart: Sendable {
    /// Where a part's bytes come from.
    enum Content: Sendable {
        case bytes([UInt8])
        case file(String)
        case stream(any AsyncSequence<[UInt8], any Error> & Sendable, length: Int64?)
        case parts(MultipartForm)
    }

    /// The encoding of a part (RFC 2045 section 6). Browsers use none, and neither should forms: few servers decode the
    /// others.
    @nonexhaustive
    public enum Encoding: String, Sendable, Hashable, CaseIterable {
        /// Unchanged, and declared so.
        case binary, eightBit = "8bit"
        /// Unchanged; a byte above 127 is an error.
        case sevenBit = "7bit"
        /// In base64 (RFC 2045 section 6.8).
        case base64
        /// In quoted-printable (RFC 2045 section 6.7).
        case quotedPrintable = "quoted-printable"
    }

    /// The field's name; names may repeat. Empty for none, as in multipart/mixed.
    public var name: String
    var content: Content
    /// The file name to send; `nil` for a field.
    public var fileName: String?
    /// The media type; `nil` for the file's by extension, and none for a field. Empty for none.
    public var contentType: String?
    /// Further fields of the part, sent unchanged.
    public var fields: HTTPFields = [:]
    /// How the bytes are written; `nil` for unchanged and undeclared.
    public var encoding: Encoding?

    init(_ name: String, _ content: Content, fileName: String?, contentType: String?) {
        self.name = name
        self.content = content
        self.fileName = fileName
        self.contentType = contentType
    }

    /// A text field, in UTF-8.
    public static func field(_ name: String, _ value: String) -> MultipartPart {
        MultipartPart(name, .bytes(Array(value.utf8)), fileName: nil, contentType: nil)
    }

    /// A file, read while it is sent. It must not change until then.
    ///
    /// - Parameters:
    ///   - name: the field's name.
    ///   - path: the file; one without a length, such as a pipe, makes the whole body chunked.
    ///   - fileName: the name to send; `nil` for the path's last component.
    ///   - contentType: `nil` for the type by extension.
    public static func file(
        _ name: String, path: String, fileName: String? = nil, contentType: String? = nil
    ) -> MultipartPart {
        MultipartPart(
            name, .file(path), fileName: fileName ?? String(path.split(separator: "/").last ?? "file"),
            contentType: contentType)
    }

    /// Bytes from memory, sent as a file if `fileName` is given.
    public static func bytes(
        _ name: String, _ bytes: [UInt8], fileName: String? = nil, contentType: String? = nil
    ) -> MultipartPart {
        MultipartPart(name, .bytes(bytes), fileName: fileName, contentType: contentType)
    }

    /// A stream of pieces.
    ///
    /// - Parameters:
    ///   - name: the field's name.
    ///   - pieces: the bytes; read while they are sent.
    ///   - length: the total, if known, which is then checked; otherwise the whole body is chunked.
    ///   - fileName: the file name to send; `nil` for a field.
    ///   - contentType: see ``contentType``.
    public static func stream(
        _ name: String, _ pieces: some AsyncSequence<[UInt8], any Error> & Sendable, length: Int64? = nil,
        fileName: String? = nil, contentType: String? = nil
    ) -> MultipartPart {
        MultipartPart(name, .stream(pieces, length: length), fileName: fileName, contentType: contentType)
    }

    /// Nested parts, as multipart/mixed (RFC 2046 section 5.1.3).
    public static func mixed(_ name: String, _ parts: [MultipartPart]) -> MultipartPart {
        .form(name, MultipartForm(subtype: .mixed, parts))
    }

    /// A nested form.
    public static func form(_ name: String, _ form: MultipartForm) -> MultipartPart {
        MultipartPart(name, .parts(form), fileName: nil, contentType: nil)
    }
}
