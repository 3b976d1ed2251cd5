internal import SockeyeDigest

/// How an upload behaves. The defaults: asked first when that pays, as fast as it goes, without digests.
public struct UploadOptions: Sendable {
    /// Whether the server is asked whether it wants the body before it is sent (`Expect: 100-continue`, RFC 9110
    /// section 10.1.1). It has `Configuration.continueTimeout` to answer; then the body goes all the same.
    public enum Expectation: Sendable, Hashable {
        /// For bodies beyond 1 MiB and of unknown length, and when credentials are at hand, for which the server will
        /// likely ask before it takes anything.
        case whenItPays
        case always
        case never
    }

    /// Whether to ask first.
    public var expectation: Expectation
    /// At most so many body bytes a second; `nil` for no limit.
    public var bytesPerSecond: Int64?
    /// Digests that go along (RFC 9530), so that the server can tell whether all of it came right.
    ///
    /// A body whose bytes can be read twice is read for them beforehand; over a stream they are computed while it is
    /// sent, and follow it as trailers in the chunked coding.
    public var digests: [UploadDigest]
    /// The media type; `nil` is what the system says of the file's name.
    public var contentType: String?
    /// The most that is kept of the answer's body: 1 MiB unless told. What goes beyond is dropped.
    public var maximumAnswerBytes: Int

    /// The defaults, with what is most often changed.
    public init(
        expectation: Expectation = .whenItPays, bytesPerSecond: Int64? = nil, digests: [UploadDigest] = [],
        contentType: String? = nil
    ) {
        self.expectation = expectation
        self.bytesPerSecond = bytesPerSecond
        self.digests = digests
        self.contentType = contentType
        maximumAnswerBytes = 1024 * 1024
    }

    /// From this length on it pays to ask: curl's.
    static let expectsBeyond: Int64 = 1024 * 1024
}

/// A digest that goes along with an upload (RFC 9530).
public struct UploadDigest: Sendable, Hashable {
    /// Of the message's content (Content-Digest) or of the representation that it is (Repr-Digest). They differ only
    /// when a part of a representation is sent, or one in a content coding: then leave the second to whoever knows the
    /// whole.
    public enum Field: String, Sendable, Hashable {
        case content = "Content-Digest"
        case representation = "Repr-Digest"
    }

    /// The algorithms that RFC 9530 section 7.2 has as active.
    public enum Algorithm: String, Sendable, Hashable {
        case sha256 = "sha-256"
        case sha512 = "sha-512"

        var digest: Digest.Algorithm {
            switch self {
            case .sha256: .sha256
            case .sha512: .sha512
            }
        }
    }

    /// What it is of.
    public var field: Field
    /// How it is made.
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
