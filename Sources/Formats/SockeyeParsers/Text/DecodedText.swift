public import SockeyeEncodings
internal import SockeyeFields

/// A body decoded as text, with its charset and the first invalid byte.
///
/// Names of charsets mean what the WHATWG Encoding Standard says, as for browsers: ISO-8859-1 and ASCII are windows-1252, UTF-16
/// is little-endian. `BufferedResponse.text()` in SockeyeClient follows the same rules.
public struct DecodedText: Sendable, Hashable {
    /// The text, without a byte order mark.
    public var text: String
    /// The charset it was decoded from.
    public var charset: TextEncoding
    /// The position of the first bytes that were invalid and replaced by U+FFFD, if any.
    public var firstInvalidByte: TextPosition?

    /// Decodes a body: in the charset of its byte order mark, otherwise in that of its Content-Type, otherwise as UTF-8.
    ///
    /// - Parameters:
    ///   - bytes: the whole body.
    ///   - contentType: the Content-Type field, for its `charset` parameter.
    /// - Throws: ``TextError`` for an unknown charset, unless there is a mark.
    public init(_ bytes: some Collection<UInt8>, contentType: String? = nil) throws(TextError) {
        let mark = TextEncoding.byteOrderMark(of: bytes)
        if let mark {
            charset = mark.encoding
        } else if let name = contentType.flatMap(MediaType.charset(ofContentType:)) {
            guard let named = TextEncoding(label: name) else { throw TextError(reason: .unsupportedCharset(name)) }
            charset = named
        } else {
            charset = .utf8
        }
        let body = Array(bytes.dropFirst(mark?.length ?? 0))
        let decoded = charset.decodeMarking(body)
        text = decoded.text
        guard let index = decoded.firstInvalid else { return }
        var place = TextPosition(offset: bytes.count - body.count)
        withByteWindow(of: body) { place.advance(over: $0, upTo: index) }
        firstInvalidByte = place
    }
}

extension AsyncSequence where Element: Collection<UInt8> {
    /// Decodes the stream as text, reading at most `limit` bytes (64 MiB): in the charset of a byte order mark, otherwise
    /// in that of `contentType`, otherwise as UTF-8; see ``DecodedText``.
    ///
    /// - Throws: ``CollectingError``, ``TextError`` for an unknown charset and, unless they are replaced, for invalid
    ///   bytes; and the stream's errors.
    public func text(
        contentType: String? = nil, upTo limit: Int = 64 << 20, invalidBytes: InvalidBytesPolicy = .replace
    ) async throws -> String {
        let decoded = try DecodedText(try await collect(upTo: limit), contentType: contentType)
        if invalidBytes == .refuse, let place = decoded.firstInvalidByte {
            throw TextError(reason: .invalidBytes(encoding: decoded.charset.name), position: place)
        }
        return decoded.text
    }
}
