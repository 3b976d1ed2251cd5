/// Parts sent as one body: multipart/form-data (RFC 7578) or another multipart type.
///
/// ```swift
/// try await client.send(.post(url, multipart: [.field("user", "x"), .file("file", path: "a.png")]))
/// ```
///
/// The length is computed in advance from the files' lengths; the files are read one by one while they are sent,
/// without copies.
public struct MultipartForm: Sendable, ExpressibleByArrayLiteral {
    /// The multipart subtype.
    @nonexhaustive
    public enum Subtype: Sendable, Hashable {
        /// `multipart/form-data`, a form.
        case formData
        /// `multipart/mixed`, parts in an order that matters.
        case mixed
        /// `multipart/` and this.
        case other(String)

        var text: String {
            switch self {
            case .formData: "form-data"
            case .mixed: "mixed"
            case .other(let text): text
            }
        }
    }

    /// How quotes and line ends in names are escaped.
    @nonexhaustive
    public enum NameStyle: Sendable, Hashable {
        /// Like browsers (HTML Standard section 4.10.21.8): `%22`, `%0D`, `%0A`.
        case percent
        /// With a backslash before quotes and backslashes, like mail; line ends are refused.
        case backslash
    }

    /// The multipart subtype.
    public var subtype: Subtype
    /// The parts, in order.
    public var parts: [MultipartPart]
    /// How names are escaped.
    public var nameStyle = NameStyle.percent
    /// The boundary; `nil` for a random one that occurs in no short part in memory.
    public var boundary: String?

    /// A form of these parts.
    public init(subtype: Subtype = .formData, _ parts: [MultipartPart]) {
        self.subtype = subtype
        self.parts = parts
    }

    /// A form of these parts.
    public init(arrayLiteral elements: MultipartPart...) {
        self.init(elements)
    }
}
