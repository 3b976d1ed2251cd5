internal import CSystemShims

/// A way in which a body can be coded, in a Content-Encoding (RFC 9110 section 8.4.1) or a Transfer-Encoding field.
public enum ContentCoding: String, Sendable, Hashable, CaseIterable {
    /// RFC 1950; servers that send RFC 1951 without the wrapping are understood too.
    case deflate
    /// RFC 1952: one gzip member or several, one after another.
    case gzip
    #if Brotli
        /// RFC 7932; with the trait `Brotli`.
        case brotli = "br"
    #endif
    #if Zstd
        /// RFC 8878, with windows of at most 8 MiB (RFC 9659); with the trait `Zstd`.
        case zstd
    #endif

    /// The coding of this name, which may be in capitals; `nil` for an unknown one. `x-gzip` is `gzip` (RFC 9110 section
    /// 8.4.1.3).
    public init?(name: String) {
        let name = name.lowercased()
        self.init(rawValue: name == "x-gzip" ? "gzip" : name)
    }

    /// Whether it can be undone: the library that does it is here. It is loaded by this question.
    public var isAvailable: Bool {
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

/// Which codings of a body are asked for and undone, and how far.
public struct CodingOptions: Sendable, Hashable {
    /// Sent as Accept-Encoding (unless the request has one of its own), and undone when the response says so. Empty: no
    /// such field, and bodies are given as they come.
    public var contentCodings: [ContentCoding]
    /// Whether to offer that the connection carries the body in gzip (`TE: gzip`, RFC 9110 section 10.1.4).
    public var offersTransferCoding: Bool
    /// Whether the body is given as it stands on the wire, its chunks with their framing and its codings left on.
    public var keepsWireForm: Bool
    /// Decoded bytes for one received, once `ratioThreshold` bytes are decoded: more is a bomb. 1,100 by default: deflate
    /// alone cannot reach it, but two layers of it can, and the others can with long repetitions.
    public var largestRatio: Int
    /// The ratio is not looked at before so many bytes are decoded: 1 GiB by default. Decoding takes a bounded amount of
    /// memory however much comes out, and what `send` keeps has a limit of its own; so a large ratio alone harms nobody,
    /// and honest bodies have it, as an image of a disk that begins with an empty part.
    public var ratioThreshold: Int64
    /// The most bytes to decode; `nil` for any number, since whoever pulls the body sees them as they come.
    public var mostDecodedBytes: Int64?

    /// The options; without arguments, nothing is asked for and only transfer codings are undone.
    public init(
        contentCodings: [ContentCoding] = [], offersTransferCoding: Bool = false, keepsWireForm: Bool = false,
        largestRatio: Int = 1_100, ratioThreshold: Int64 = 1 << 30, mostDecodedBytes: Int64? = nil
    ) {
        self.contentCodings = contentCodings
        self.offersTransferCoding = offersTransferCoding
        self.keepsWireForm = keepsWireForm
        self.largestRatio = max(1, largestRatio)
        self.ratioThreshold = ratioThreshold
        self.mostDecodedBytes = mostDecodedBytes
    }

    /// Asks for every coding that this build undoes and whose library is here.
    public static let compressed = CodingOptions(contentCodings: ContentCoding.allCases.filter(\.isAvailable))
}

/// Why a body could not be decoded.
public enum ContentCodingError: Error, Sendable, Hashable {
    /// The response names a coding that is not undone here.
    case unknownCoding(String)
    /// It names more codings than this one over another.
    case tooManyCodings(limit: Int)
    /// The bytes are not what the coding's format allows.
    case corrupt(ContentCoding, reason: String)
    /// The body ended in the middle of the coded data.
    case truncated(ContentCoding)
    /// Something follows the end of the coded data.
    case trailingBytes(ContentCoding)
    /// A few bytes became too many.
    case ratioExceeded(limit: Int)
    /// More was decoded than wanted.
    case sizeExceeded(limit: Int64)
    /// The body was read on after its reader had failed, when what was decoded last is lost.
    case interrupted
    /// The library for it cannot be loaded.
    case unavailable(ContentCoding)
    /// No memory for the decoder.
    case outOfMemory
}

extension ContentCodingError: CustomStringConvertible {
    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .unknownCoding(let name):
            "the body is coded as \"\(name)\", which is not understood; ask for none, or for "
                + ContentCoding.allCases.map(\.rawValue).joined(separator: " or ")
        case .tooManyCodings(let limit): "the body is coded more than \(limit) times over"
        case .corrupt(let coding, let reason): "the body is no \(coding.rawValue) data: \(reason)"
        case .truncated(let coding): "the body's \(coding.rawValue) data are cut short"
        case .trailingBytes(let coding): "the body goes on after the end of its \(coding.rawValue) data"
        case .ratioExceeded(let limit):
            "the body grows more than \(limit)-fold when decoded: a decompression bomb, unless you know better"
        case .sizeExceeded(let limit): "the body has more than \(limit) bytes when decoded"
        case .interrupted: "a decoded body cannot be read on after its reader failed; ask for it again"
        case .unavailable(let coding):
            "the library that undoes \(coding.rawValue) cannot be loaded; install it, or ask for another coding"
        case .outOfMemory: "no memory to decode the body"
        }
    }
}
