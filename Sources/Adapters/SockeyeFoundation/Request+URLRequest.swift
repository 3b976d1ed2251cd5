#if FoundationNetworking
    internal import Foundation
    public import FoundationNetworking
    public import HTTPTypes
    internal import SockeyeCache
    public import SockeyeClient
    internal import SockeyeHTTP1
    internal import SockeyeIO
    internal import SockeyeURL

    // With the trait `FoundationNetworking` only: nobody else links it.

    extension Request {
        /// The request that a `URLRequest` describes: method, URL, fields, body, cache policy, its interval as the limit on idle
        /// time, and whether cookies are handled.
        ///
        /// A body stream is read when the request is sent, and only once; a Content-Length among the fields is its length. The
        /// interval comes with the default of the other limits, whatever those of the client are. Service type and the like
        /// have no counterpart and are ignored.
        ///
        /// - Throws: ``HTTPClientError``: `.invalidURL` without an http URL; `.http(.caller)` for a method or field that
        ///   HTTP can't carry.
        public init(_ request: URLRequest) throws(HTTPClientError) {
            let name = request.httpMethod ?? "GET"
            guard let method = HTTPRequest.Method(name) else { throw .illegal(.method, in: name) }
            var fields = HTTPFields()
            for (name, value) in (request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
                guard let fieldName = HTTPField.Name(name) else { throw .illegal(.fieldName, in: name) }
                guard HTTPField.isValidValue(value) else { throw .illegal(.fieldValue(name: name), in: value) }
                fields.append(HTTPField(name: fieldName, value: value))
            }
            try self.init(method: method, url: request.url?.absoluteString ?? "", fields: fields)
            if let data = request.httpBody {
                body = .bytes([UInt8](data))
            } else if let stream = request.httpBodyStream {
                body = .stream(InputStreamPieces(stream), length: fields[.contentLength].flatMap { Int64($0) })
            }
            var limits = Timeouts()
            // URLRequest's interval is the longest time without a byte; 0 is no limit here, as in CFNetwork.
            let interval = request.timeoutInterval
            let limit: Duration? = interval > 0 && interval < 1e9 ? .seconds(interval) : nil
            (limits.firstByte, limits.idle) = (limit, limit)
            timeouts = limits
            usesCookies = request.httpShouldHandleCookies
            cachePolicy = CachePolicy(request.cachePolicy)
        }
    }

    extension CachePolicy {
        /// The policy that does the same; the default for one that isn't known yet.
        fileprivate init(_ policy: URLRequest.CachePolicy) {
            self = Self.allCases.first { $0.ofFoundation == policy } ?? .standard
        }

        fileprivate var ofFoundation: URLRequest.CachePolicy {
            switch self {
            case .standard: .useProtocolCachePolicy
            case .reload: .reloadIgnoringLocalCacheData
            case .reloadEverywhere: .reloadIgnoringLocalAndRemoteCacheData
            case .preferStored: .returnCacheDataElseLoad
            case .onlyStored: .returnCacheDataDontLoad
            case .revalidate: .reloadRevalidatingCacheData
            }
        }
    }

    extension URLRequest {
        /// The request for `URLSession`. A body that is a file or stream has no counterpart and is left out; see
        /// ``Request/body``.
        ///
        /// - Throws: ``HTTPClientError``: `.unexpected` for a URL that Foundation refuses.
        public init(_ request: Request) throws(HTTPClientError) {
            guard let url = URL(string: request.url.href) else {
                throw HTTPClientError(
                    .prepare, origin: request.url.origin,
                    cause: .unexpected("Foundation refuses the URL \(request.url.withoutCredentials)"))
            }
            self.init(url: url)
            httpMethod = request.method.rawValue
            for field in request.fields { addValue(field.value, forHTTPHeaderField: field.name.rawName) }
            if let type = request.body.contentType, !request.fields.contains(.contentType) {
                setValue(type, forHTTPHeaderField: "Content-Type")
            }
            if let bytes = request.body.bytesInMemory { httpBody = Data(bytes) }
            if let idle = request.timeouts?.idle { timeoutInterval = idle / .seconds(1) }
            httpShouldHandleCookies = request.usesCookies
            cachePolicy = request.cachePolicy.ofFoundation
        }
    }

    extension HTTPURLResponse {
        /// A response's head for code that expects Foundation's; fields of the same name are joined by commas.
        ///
        /// - Returns: `nil` if Foundation refuses the URL.
        public convenience init?(_ response: BufferedResponse) {
            self.init(head: response.head, url: response.url)
        }

        /// The same for a response whose body is still arriving.
        public convenience init?(_ response: Response) {
            self.init(head: response.head, url: response.url)
        }

        private convenience init?(head: ResponseHead, url: HTTPURL) {
            guard let url = URL(string: url.href) else { return nil }
            var (names, fields): ([String: String], [String: String]) = ([:], [:])
            for field in head.fields {
                // Foundation shows a name as it comes.
                let name = names[field.name.canonicalName, default: field.name.rawName]
                names[field.name.canonicalName] = name
                fields[name] = fields[name].map { "\($0), \(field.value)" } ?? field.value
            }
            self.init(url: url, statusCode: head.status.code, httpVersion: "HTTP/1.1", headerFields: fields)
        }

        /// The status and the fields as HTTPTypes has them. Fields that it can't name are left out, and a status below 0 or above 999
        /// is that number.
        public var httpResponse: HTTPResponse {
            var fields = HTTPFields()
            for (name, value) in allHeaderFields {
                guard let name = name as? String, let value = value as? String, let fieldName = HTTPField.Name(name)
                else {
                    continue
                }
                fields.append(HTTPField(name: fieldName, value: value))
            }
            return HTTPResponse(status: HTTPResponse.Status(code: min(max(statusCode, 0), 999)), headerFields: fields)
        }
    }

    extension HTTPClientError {
        /// The error for text that a head can't hold.
        fileprivate static func illegal(_ part: HTTP1Error.CallerFault.Part, in text: String) -> HTTPClientError {
            let isValue = if case .fieldValue = part { true } else { false }
            let marks = Set("!#$%&'*+-.^_`|~".utf8)
            let offset = text.utf8.enumerated().first { _, byte in
                let isAlphanumeric =
                    Unicode.Scalar(byte).properties.isAlphabetic || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                return isValue
                    ? byte < 0x20 && byte != 0x09 || byte == 0x7F
                    : !(byte < 0x80 && isAlphanumeric || marks.contains(byte))
            }
            let fault: HTTP1Error.CallerFault =
                offset.map { .illegalByte(part, byte: $0.element, offset: $0.offset) } ?? .emptyPart(part)
            return HTTPClientError(.prepare, origin: nil, cause: .http(.caller(fault)))
        }
    }

    /// What an `InputStream` holds, in pieces. Read once, by the task that sends the request.
    private struct InputStreamPieces: AsyncSequence, Sendable {
        private let source: BodyStream

        init(_ stream: InputStream) { source = BodyStream(stream) }

        func makeAsyncIterator() -> Iterator { Iterator(source: source) }

        struct Iterator: AsyncIteratorProtocol {
            let source: BodyStream

            /// The next piece, read by a thread that may wait for it; cancellation doesn't.
            mutating func next() async throws -> [UInt8]? {
                let read = await onFileThreadUntilCancelled { [source] in source.read() }
                guard let piece = try read?.get() else { throw CancellationError() }
                return piece.isEmpty ? nil : piece
            }
        }
    }

    // SAFETY: unchecked, since the stream is touched only by one reading thread at a time: the one iterator that the request's sender
    // makes waits for each piece, and none follows a wait that was given up. A body that is a stream isn't replayable, so there
    // is no second iterator.
    /// An `InputStream`, opened by the first read and closed with the last reference.
    private final class BodyStream: @unchecked Sendable {
        private let stream: InputStream
        private var isOpen = false

        init(_ stream: InputStream) { self.stream = stream }

        deinit { if isOpen { stream.close() } }

        /// The next piece; empty at the end.
        func read() -> Result<[UInt8], any Error> {
            if !isOpen { stream.open() }
            isOpen = true
            var failure: (any Error)?
            // SAFETY: `read` fills the buffer from its start, and only the bytes it reports are claimed as initialized.
            let piece = [UInt8](unsafeUninitializedCapacity: 64 * 1024) { buffer, count in
                guard let base = buffer.baseAddress else { return }
                let read = stream.read(base, maxLength: buffer.count)
                count = max(0, read)
                if read < 0 { failure = stream.streamError ?? CocoaError(.fileReadUnknown) }
            }
            if let failure { return .failure(failure) }
            return .success(piece)
        }
    }
#endif
