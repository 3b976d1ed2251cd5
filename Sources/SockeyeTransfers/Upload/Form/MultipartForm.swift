public import HTTPTypes
public import SockeyeClient
public import SockeyeURL

/// Parts that are sent as one body: multipart/form-data (RFC 7578) or another multipart.
///
/// ```swift
/// try await client.send(.post(url, multipart: [.field("user", "x"), .file("file", path: "a.png")]))
/// ```
///
/// Its length is worked out beforehand from the files' lengths; they are read one after another while they are sent,
/// and no copy of them is made.
public struct MultipartForm: Sendable, ExpressibleByArrayLiteral {
    /// The multipart subtype.
    public enum Subtype: Sendable, Hashable {
        case formData, mixed
        case other(String)

        var text: String {
            switch self {
            case .formData: "form-data"
            case .mixed: "mixed"
            case .other(let text): text
            }
        }
    }

    /// How quotes and line ends in names are written.
    public enum NameStyle: Sendable, Hashable {
        /// As browsers do (HTML Standard section 4.10.21.8): `%22`, `%0D`, `%0A`.
        case percent
        /// With a backslash before quotes and backslashes, as mail does; a line end is refused.
        case backslash
    }

    /// The multipart subtype.
    public var subtype: Subtype
    /// The parts, in the order in which they are sent.
    public var parts: [MultipartPart]
    /// How names are written.
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

extension MultipartForm {
    /// The body that carries the form, with its media type. Looks at the files, but does not read them.
    public func requestBody() throws(RequestBodyError) -> RequestBody {
        try MultipartBody(self).requestBody
    }
}

extension RequestBody {
    /// A form with its media type. A form that cannot be sent makes the request fail before anything is done.
    public static func multipart(_ form: MultipartForm) -> RequestBody {
        do throws(RequestBodyError) {
            return try form.requestBody()
        } catch {
            return .failed(error)
        }
    }
}

extension Request {
    /// POST of a form with files, `multipart/form-data`.
    public static func post(
        _ url: some HTTPURLConvertible, multipart form: MultipartForm, fields: HTTPFields = [:]
    ) throws(HTTPClientError) -> Request {
        try .post(url, body: .multipart(form), fields: fields)
    }
}
