internal import CSystemShims

/// A coding of bodies, as named in Content-Encoding (RFC 9110 section 8.4.1) or Transfer-Encoding.
@nonexhaustive
public enum ContentCoding: String, Sendable, Hashable, CaseIterable {
    /// RFC 1950; raw RFC 1951 data, which some servers send, is accepted too.
    case deflate
    /// RFC 1952: one or more gzip members.
    case gzip
    #if Brotli
        /// RFC 7932; with the trait `Brotli`.
        case brotli = "br"
    #endif
    #if Zstd
        /// RFC 8878, with windows of at most 8 MiB (RFC 9659); with the trait `Zstd`.
        case zstd
    #endif

    /// The coding with this name, ignoring case; `nil` if unknown. `x-gzip` is `gzip` (RFC 9110 section 8.4.1.3).
    public init?(name: String) {
        let name = name.lowercased()
        self.init(rawValue: name == "x-gzip" ? "gzip" : name)
    }

    /// Whether the library that decodes it is installed. Loads the library.
    package var isAvailable: Bool {
        switch self {
        #if Brotli
            case .brotli: sockeye_inflate_is_available(Int32(SOCKEYE_INFLATE_BROTLI)) == 1
        #endif
        #if Zstd
            case .zstd: sockeye_inflate_is_available(Int32(SOCKEYE_INFLATE_ZSTD)) == 1
        #endif
        case .gzip, .deflate: true
        }
    }
}

/// Which codings are requested and decoded, and the limits of decoding.
public struct CodingOptions: Sendable, Hashable {
    /// Sent as Accept-Encoding (unless the request has its own) and decoded in the response. If empty, no field is sent
    /// and bodies are delivered as received.
    public var contentCodings: [ContentCoding]
    /// Whether to offer gzip as a transfer coding (`TE: gzip`, RFC 9110 section 10.1.4).
    package var offersTransferCoding: Bool
    /// Whether the body is delivered as on the wire, with chunk framing and codings.
    package var keepsWireForm: Bool
    /// The most decoded bytes per received byte, once `ratioThreshold` bytes are decoded; more is a decompression bomb.
    /// Default 1,100: one layer of deflate cannot reach it, but two layers can, as can other codings of long
    /// repetitions. What nested codings give one another has a limit of 100, unless this one is raised.
    public var ratioLimit: Int
    /// The ratio is checked after this many decoded bytes; default 1 GiB. Decoding uses bounded memory and `send` has
    /// its own limit, so a large ratio alone is harmless; honest bodies reach it, such as a disk image that begins with
    /// zeros.
    public var ratioThreshold: Int64
    /// The most bytes to decode; `nil` for no limit, since the caller sees the bytes as they arrive.
    public var decodedLimit: Int64?

    /// Creates options; by default nothing is requested and only transfer codings are decoded.
    public init(
        contentCodings: [ContentCoding] = [], offersTransferCoding: Bool = false, keepsWireForm: Bool = false,
        ratioLimit: Int = 1_100, ratioThreshold: Int64 = 1 << 30, decodedLimit: Int64? = nil
    ) {
        self.contentCodings = contentCodings
        self.offersTransferCoding = offersTransferCoding
        self.keepsWireForm = keepsWireForm
        self.ratioLimit = max(1, ratioLimit)
        self.ratioThreshold = ratioThreshold
        self.decodedLimit = decodedLimit
    }

    /// Requests every coding that this build supports and whose library is installed.
    public static let compressed = CodingOptions(contentCodings: ContentCoding.allCases.filter(\.isAvailable))
}

/// Why a body could not be decoded.
@nonexhaustive
public enum ContentCodingError: Error, Sendable, Hashable {
    /// The response names an unsupported coding.
    case unknownCoding(String)
    /// The response names more nested codings than this.
    case tooManyCodings(limit: Int)
    /// The data violates the coding's format.
    case corrupt(ContentCoding, reason: String)
    /// The body ended in the middle of the coded data.
    case truncated(ContentCoding)
    /// Bytes follow the end of the coded data.
    case trailingBytes(ContentCoding)
    /// The decoded data exceeds `ratioLimit`.
    case ratioExceeded(limit: Int)
    /// The decoded data exceeds `decodedLimit`.
    case sizeExceeded(limit: Int64)
    /// The body was read again after its reader failed; the bytes decoded last are lost.
    case interrupted
    /// The decoder's library cannot be loaded.
    case unavailable(ContentCoding)
    /// Not enough memory for the decoder.
    case outOfMemory
}

extension ContentCodingError: CustomStringConvertible {
    /// Describes the error and what to do.
    public var description: String {
        switch self {
        case .unknownCoding(let name):
            "the body has the unsupported coding \"\(name)\"; request none, or "
                + ContentCoding.allCases.map(\.rawValue).joined(separator: " or ")
        case .tooManyCodings(let limit): "the body has more than \(limit) nested codings"
        case .corrupt(let coding, let reason): "the body is not valid \(coding.rawValue) data: \(reason)"
        case .truncated(let coding): "the body's \(coding.rawValue) data is truncated"
        case .trailingBytes(let coding): "the body continues after the end of its \(coding.rawValue) data"
        case .ratioExceeded(let limit):
            "the body, or a layer of its codings, grows more than \(limit)-fold when decoded; this looks like a decompression bomb"
        case .sizeExceeded(let limit): "the body has more than \(limit) bytes when decoded"
        case .interrupted: "a decoded body can't be read further after its reader failed; request it again"
        case .unavailable(let coding):
            "the library that decodes \(coding.rawValue) can't be loaded; install it, or request another coding"
        case .outOfMemory: "not enough memory to decode the body"
        }
    }
}
