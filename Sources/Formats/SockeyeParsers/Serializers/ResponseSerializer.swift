public import HTTPTypes

/// Turns a response into a value, after checking that it is acceptable.
///
/// ```swift
/// let serializer = JSONResponseSerializer(User.self)
/// let user = try await serializer.parse(response, body)
/// ```
public protocol ResponseSerializer<Output>: Sendable {
    /// The type produced from a response.
    associatedtype Output

    /// Which responses this serializer accepts.
    var check: ResponseCheck { get }

    /// Whether this serializer reads the response: whether it passes the check, unless a type knows better.
    func accepts(_ response: HTTPResponse) -> Bool

    /// Reads the body of a response that passed the check.
    ///
    /// - Throws: whatever the stream and the parser throw.
    func read<Body: AsyncSequence>(_ response: HTTPResponse, _ body: Body) async throws -> Output
    where Body.Element: Collection<UInt8>
}

extension ResponseSerializer {
    /// Whether the response passes the check.
    public func accepts(_ response: HTTPResponse) -> Bool { check.accepts(response) }

    /// Checks the response, then reads its body.
    ///
    /// - Throws: ``ResponseError``, and whatever the stream and the parser throw.
    public func parse<Body: AsyncSequence>(_ response: HTTPResponse, _ body: Body) async throws -> Output
    where Body.Element: Collection<UInt8> {
        try check.validate(response)
        return try await read(response, body)
    }

    /// A serializer that transforms this one's output.
    public func map<NewOutput>(
        _ transform: @escaping @Sendable (Output) throws -> NewOutput
    ) -> MappedResponseSerializer<Self, NewOutput> {
        MappedResponseSerializer(base: self, transform: transform)
    }

    /// A serializer that reads the responses this one accepts, and leaves the others to `other`.
    public func or<Other: ResponseSerializer<Output>>(_ other: Other) -> EitherResponseSerializer<Self, Other> {
        EitherResponseSerializer(first: self, second: other)
    }
}

/// Which responses are acceptable, by status and content type.
public struct ResponseCheck: Sendable, Hashable {
    /// The acceptable status codes (200 to 299).
    public var statusCodes: Range<Int>
    /// The acceptable media types in lowercase, for example `application/json`; one such as `+json` matches all types
    /// with that suffix (RFC 6839). `nil` accepts any.
    public var mediaTypes: [String]?
    /// Whether a response without Content-Type passes.
    public var allowsMissingType: Bool

    /// Makes a check.
    public init(statusCodes: Range<Int> = 200..<300, mediaTypes: [String]? = nil, allowsMissingType: Bool = false) {
        self.statusCodes = statusCodes
        self.mediaTypes = mediaTypes
        self.allowsMissingType = allowsMissingType
    }

    /// Checks a response's head.
    ///
    /// - Throws: ``ResponseError/status(_:)`` or ``ResponseError/mediaType(_:accepted:)``.
    public func validate(_ response: HTTPResponse) throws(ResponseError) {
        guard statusCodes.contains(response.status.code) else { throw .status(response.status) }
        guard acceptsType(of: response) else {
            throw .mediaType(response.headerFields[.contentType], accepted: mediaTypes ?? [])
        }
    }

    func acceptsType(of response: HTTPResponse) -> Bool {
        guard let mediaTypes else { return true }
        guard let contentType = response.headerFields[.contentType] else { return allowsMissingType }
        let type = contentType.prefix { $0 != ";" && $0 != " " && $0 != "\t" }.lowercased()
        return mediaTypes.contains { $0.hasPrefix("+") ? type.hasSuffix($0) : type == $0 }
    }

    func accepts(_ response: HTTPResponse) -> Bool {
        statusCodes.contains(response.status.code) && acceptsType(of: response)
    }
}

/// Why a response was not read.
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

/// A serializer followed by a function on its output.
public struct MappedResponseSerializer<Base: ResponseSerializer, Output>: ResponseSerializer {
    let base: Base
    let transform: @Sendable (Base.Output) throws -> Output

    /// The check of the first serializer.
    public var check: ResponseCheck { base.check }

    /// Whether the first serializer reads the response.
    public func accepts(_ response: HTTPResponse) -> Bool { base.accepts(response) }

    /// Reads with the base serializer, then transforms.
    ///
    /// - Throws: whatever either throws.
    public func read<Body: AsyncSequence>(_ response: HTTPResponse, _ body: Body) async throws -> Output
    where Body.Element: Collection<UInt8> {
        try transform(try await base.read(response, body))
    }
}

/// Two serializers; the first that accepts a response reads it.
public struct EitherResponseSerializer<First: ResponseSerializer, Second: ResponseSerializer<First.Output>>:
    ResponseSerializer
{
    let first: First
    let second: Second

    /// Whether either serializer reads the response.
    public func accepts(_ response: HTTPResponse) -> Bool { first.accepts(response) || second.accepts(response) }

    /// The bounds of both checks: what neither accepts may pass, and is refused by ``read(_:_:)``.
    public var check: ResponseCheck {
        let codes =
            min(
                first.check.statusCodes.lowerBound, second.check.statusCodes.lowerBound)..<max(
                first.check.statusCodes.upperBound, second.check.statusCodes.upperBound)
        let types = first.check.mediaTypes.flatMap { types in second.check.mediaTypes.map { types + $0 } }
        return ResponseCheck(
            statusCodes: codes, mediaTypes: types,
            allowsMissingType: first.check.allowsMissingType || second.check.allowsMissingType)
    }

    /// Reads with the first serializer if it accepts the response, otherwise with the second.
    ///
    /// - Throws: ``ResponseError`` if the second doesn't accept it either, and whatever reading throws.
    public func read<Body: AsyncSequence>(_ response: HTTPResponse, _ body: Body) async throws -> First.Output
    where Body.Element: Collection<UInt8> {
        if first.accepts(response) { return try await first.read(response, body) }
        return try await second.parse(response, body)
    }
}
