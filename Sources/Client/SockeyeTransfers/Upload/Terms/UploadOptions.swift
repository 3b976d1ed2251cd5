internal import SockeyeDigest

/// How an upload behaves. By default it asks first where that pays, at full speed, without digests.
public struct UploadOptions: Sendable {
    /// Whether the server is asked whether it wants the body before it is sent (`Expect: 100-continue`, RFC 9110
    /// section 10.1.1). It has `Configuration.continueTimeout` to answer; then the body is sent anyway.
    @nonexhaustive
    public enum Expectation: Sendable, Hashable {
        /// For bodies over 1 MiB or of unknown length, and with credentials, for which the server will
        /// probably ask first.
        case whenItPays
        /// For every body.
        case always
        /// For none.
        case never
    }

    /// When to send `Expect: 100-continue`.
    public var expectation: Expectation
    /// The most body bytes per second; `nil` for no limit.
    public var bytesPerSecond: Int64?
    /// Digests to send along (RFC 9530), so that the server can verify the upload.
    ///
    /// A body that can be read twice is read beforehand; digests of a stream are computed while it is
    /// sent, and follow it as trailers in the chunked coding.
    public var digests: [UploadDigest]
    /// The media type; `nil` for the type by file extension.
    public var contentType: String?
    /// The most that is kept of the response's body; by default 1 MiB. The rest is dropped.
    public var answerLimit: Int

    /// The defaults, with the most common changes.
    public init(
        expectation: Expectation = .whenItPays, bytesPerSecond: Int64? = nil, digests: [UploadDigest] = [],
        contentType: String? = nil
    ) {
        self.expectation = expectation
        self.bytesPerSecond = bytesPerSecond
        self.digests = digests
        self.contentType = contentType
        answerLimit = 1024 * 1024
    }

    /// From this length on it pays to ask, as in curl.
    static let expectsBeyond: Int64 = 1024 * 1024
}

/// A digest sent with an upload (RFC 9530).
public struct UploadDigest: Sendable, Hashable {
    /// Of the message's content (Content-Digest) or of the representation (Repr-Digest). They differ only
    /// if a part of a representation is sent, or one with a content coding; then use the second only if you know the
    /// whole.
    @nonexhaustive
    public enum Field: String, Sendable, Hashable {
        /// Of the bytes sent.
        case content = "Content-Digest"
        /// Of the whole file.
        case representation = "Repr-Digest"
    }

    /// The active algorithms of RFC 9530 section 7.2.
    @nonexhaustive
    public enum Algorithm: String, Sendable, Hashable {
        /// SHA-256.
        case sha256 = "sha-256"
        /// SHA-512.
        case sha512 = "sha-512"

        var digest: Digest.Algorithm {
            switch self {
            case .sha256: .sha256
            case .sha512: .sha512
            }
        }
    }

    /// The field that carries it.
    public var field: Field
    /// The algorithm.
    public var algorithm: Algorithm

    /// Content-Digest.
    public static func content(_ algorithm: Algorithm = .sha256) -> UploadDigest {
        UploadDigest(field: .content, algorithm: algorithm)
    }

    /// Repr-Digest.
    public static func representation(_ algorithm: Algorithm = .sha256) -> UploadDigest {
        UploadDigest(field: .representation, algorithm: algorithm)
    }
}
