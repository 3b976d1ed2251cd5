public import HTTPTypes
internal import SockeyeFields

/// Which responses are acceptable, by status and media type.
///
/// ```swift
/// let user = try await client.get(url).validate(.json).json(User.self)
/// ```
public struct ResponseCheck: Sendable, Hashable {
    /// The acceptable status codes (200 to 299).
    public var statusCodes: [Range<Int>]
    /// The acceptable media types in lowercase, for example `application/json`; one such as `+json` matches all types
    /// with that suffix (RFC 6839). `nil` accepts any.
    public var mediaTypes: [String]?
    /// Whether a response without Content-Type passes.
    public var allowsMissingType: Bool

    /// Makes a check; without ranges, the successful status codes (RFC 9110 section 15.3) are acceptable.
    public init(_ statusCodes: Range<Int>..., mediaTypes: [String]? = nil, allowsMissingType: Bool = false) {
        self.statusCodes = statusCodes.isEmpty ? [200..<300] : statusCodes
        self.mediaTypes = mediaTypes
        self.allowsMissingType = allowsMissingType
    }

    /// A successful response in JSON.
    public static let json = ResponseCheck(mediaTypes: ["application/json", "text/json", "text/javascript", "+json"])
    /// A successful response in XML (RFC 7303).
    public static let xml = ResponseCheck(mediaTypes: ["application/xml", "text/xml", "+xml"])
    /// A successful response with a property list, by the media types in use for them.
    public static let propertyList = ResponseCheck(mediaTypes: [
        "application/x-plist", "application/x-apple-plist", "application/x-apple-binary-plist",
        "application/x-bplist", "application/xml", "text/xml",
    ])

    func validate(_ status: HTTPResponse.Status, _ fields: HTTPFields) throws(ResponseError) {
        guard statusCodes.contains(where: { $0.contains(status.code) }) else { throw .status(status) }
        guard let mediaTypes else { return }
        let found = fields[.contentType]
        if found == nil, allowsMissingType { return }
        let type = found.flatMap(MediaType.init(parsing:))?.essence
        guard let type, mediaTypes.contains(where: { $0.hasPrefix("+") ? type.hasSuffix($0) : type == $0 }) else {
            throw .mediaType(found, accepted: mediaTypes)
        }
    }
}

/// Why a response is not acceptable.
@nonexhaustive
public enum ResponseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The status is not acceptable.
    case status(HTTPResponse.Status)
    /// The Content-Type, if any, is not acceptable.
    case mediaType(String?, accepted: [String])

    /// One sentence.
    public var description: String {
        switch self {
        case .status(let status): "the server answered \(status.code) \(status.reasonPhrase)"
        case .mediaType(let found, let accepted):
            "expected \(accepted.joined(separator: ", ")), found \(found.map { "\"\($0)\"" } ?? "no Content-Type")"
        }
    }
}

extension Response {
    /// Returns this response if it passes the check.
    ///
    /// - Throws: ``ResponseError`` otherwise.
    @discardableResult
    public func validate(_ check: ResponseCheck = .init()) throws(ResponseError) -> Response {
        try check.validate(status, fields)
        return self
    }
}

extension BufferedResponse {
    /// Returns this response if it passes the check.
    ///
    /// - Throws: ``ResponseError`` otherwise.
    @discardableResult
    public func validate(_ check: ResponseCheck = .init()) throws(ResponseError) -> BufferedResponse {
        try check.validate(status, fields)
        return self
    }
}
