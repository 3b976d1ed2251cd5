public import HTTPTypes
public import SockeyeFields
internal import SockeyeURL
internal import Synchronization

/// The body of a request: nothing, bytes, files, or a stream of bytes.
///
/// ```swift
/// .bytes([1, 2, 3])        .text("…")        .json(bytes)
/// .file(path: "a.png")     .file(path: "disk.img", offset: 1 << 20, length: 1 << 20)
/// .stream(pieces)          .stream(pieces, length: 1_000_000)
/// ```
public struct RequestBody: Sendable, JSONBody {
    package enum Content: Sendable {
        case none
        case bytes([UInt8])
        case stream(any AsyncSequence<[UInt8], any Error> & Sendable)
        case segments([BodySegment])
    }

    package let content: Content
    /// The number of bytes; `nil` if unknown, which needs the chunked coding.
    public let length: Int64?
    /// Whether the body can be sent again, after a redirect, a challenge or a lost connection.
    public let isReplayable: Bool
    /// Properties that few bodies have.
    private(set) var extras: Extras?

    /// Properties that few bodies have, by reference so that the others stay small.
    final class Extras: Sendable {
        struct Values: Sendable {
            var contentType: String?
            var trailers: (@Sendable () -> HTTPFields)?
            var failure: RequestBodyError?
            var pacing: SendPacing?
            /// Of a stream that can't be read twice, whether it is being read or was.
            var use: Use?
        }

        let values: Values

        init(_ values: Values) { self.values = values }
    }

    /// Whether the one reading of a stream has begun, in whichever request that has the body.
    final class Use: Sendable {
        private let begun = Atomic(false)

        var hasBegun: Bool { begun.load(ordering: .relaxed) }

        func begin() { begun.store(true, ordering: .relaxed) }
    }

    private init(_ content: Content, length: Int64?, isReplayable: Bool, extras: Extras? = nil) {
        self.content = content
        self.length = length
        self.isReplayable = isReplayable
        self.extras = extras
    }

    /// No body.
    public static let none = RequestBody(.none, length: 0, isReplayable: true)

    /// Bytes in memory.
    public static func bytes(_ bytes: [UInt8]) -> RequestBody {
        RequestBody(.bytes(bytes), length: Int64(bytes.count), isReplayable: true)
    }

    /// The UTF-8 bytes of `text`.
    public static func text(_ text: String) -> RequestBody {
        bytes(Array(text.utf8))
    }

    /// Encoded JSON, with the media type `application/json`.
    public static func json(_ bytes: [UInt8]) -> RequestBody {
        .bytes(bytes).typed("application/json")
    }

    /// A form with its media type `application/x-www-form-urlencoded`, with nested names as PHP and Rails parse them.
    public static func form(_ form: Form, options: FormOptions = FormOptions()) -> RequestBody {
        .text(form.encoded(options)).typed(FormEncoding.mediaType)
    }

    /// A stream of pieces.
    ///
    /// - Parameters:
    ///   - pieces: sent one by one, of any kind of failure (an `AsyncStream` too); the next is requested once the kernel has
    ///     accepted the last (back-pressure).
    ///   - length: the total, if known: sent as Content-Length and checked. Otherwise the body is held to the request's own
    ///     Content-Length, or chunked if there is none.
    ///   - isReplayable: whether iterating over `pieces` again yields the same bytes.
    ///   - trailers: called after the last piece; the fields are sent after it (RFC 9112 section 7.1.2). Only for a
    ///     body of unknown length, which is chunked.
    public static func stream(
        _ pieces: some AsyncSequence<[UInt8], some Error> & Sendable, length: Int64? = nil, isReplayable: Bool = false,
        trailers: (@Sendable () -> HTTPFields)? = nil
    ) -> RequestBody {
        RequestBody(
            .stream(ErasedPieces(pieces)), length: length, isReplayable: isReplayable,
            extras: Extras(.init(trailers: trailers, use: isReplayable ? nil : Use())))
    }

    /// Bytes and files, in order; `length` is the sum of theirs.
    package static func segments(_ segments: [BodySegment], length: Int64) -> RequestBody {
        RequestBody(.segments(segments), length: length, isReplayable: true)
    }

    /// A body that could not be created; the request fails with this error before anything is sent.
    package static func failed(_ error: RequestBodyError) -> RequestBody {
        RequestBody(.none, length: 0, isReplayable: true, extras: Extras(.init(failure: error)))
    }

    // MARK: Variations

    /// The media type sent as Content-Type, unless the request has that field.
    public var contentType: String? { extras?.values.contentType }

    /// This body, with a media type.
    public func typed(_ contentType: String) -> RequestBody {
        varied { $0.contentType = contentType }
    }

    /// This body, with the type of another.
    package func typed(like other: RequestBody) -> RequestBody {
        other.contentType.map(typed) ?? self
    }

    /// The current trailer fields.
    package var trailerFields: HTTPFields { extras?.values.trailers?() ?? [:] }

    /// This body in the chunked coding, even if its length is known.
    ///
    /// - Parameter trailers: called after the last piece; `nil` keeps the body's own, if any.
    public func chunked(trailers: (@Sendable () -> HTTPFields)? = nil) -> RequestBody {
        let body = trailers.map { trailers in varied { $0.trailers = trailers } } ?? self
        return RequestBody(content, length: nil, isReplayable: isReplayable, extras: body.extras)
    }

    /// This body, sent as fast as `pacing` allows.
    package func paced(by pacing: SendPacing) -> RequestBody {
        varied { $0.pacing = pacing }
    }

    private func varied(_ change: (inout Extras.Values) -> Void) -> RequestBody {
        var values = extras?.values ?? Extras.Values()
        change(&values)
        return RequestBody(content, length: length, isReplayable: isReplayable, extras: Extras(values))
    }

    /// The bytes, if the body is in memory; `nil` for files and streams.
    public var bytesInMemory: [UInt8]? {
        if case .bytes(let bytes) = content { bytes } else { nil }
    }

    /// Whether there is no body.
    package var isNone: Bool {
        if case .none = content { true } else { false }
    }
}
