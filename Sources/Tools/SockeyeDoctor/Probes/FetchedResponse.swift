internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeURL

/// The beginning of a response.
struct FetchedResponse: Sendable {
    var head: ResponseHead
    /// The final URL, after redirects.
    var url: HTTPURL
    var metrics: AttemptMetrics
    /// The decoded bytes, up to the limit.
    var bytes: [UInt8] = []
    /// Whether the body was read to its end.
    var isRead = false
    /// The body's length received so far, before and after decoding.
    var wireBytes: Int64 = 0
    var decodedBytes: Int64 = 0
    /// Whether the body hadn't ended when reading stopped, for example because it is an endless stream.
    var isEndless = false
    /// Why the body broke off.
    var failure: HTTPClientError?

    /// Whether the bytes are the whole body.
    var isWhole: Bool { isRead && decodedBytes == bytes.count }

    /// How long to read a body, and how long it may pause.
    static let patience = Duration.seconds(3)

    /// Sends a request and reads the response up to the limit, then closes the connection.
    ///
    /// - Parameters:
    ///   - readsOn: whether a longer body is read to the end and only its beginning kept.
    ///   - partsOnly: whether only the body of a 206 is read.
    static func fetch(
        _ request: Request, by client: HTTPClient, atMost limit: Int, readsOn: Bool = false, partsOnly: Bool = false,
        _ watcher: RequestWatcher
    ) async throws(HTTPClientError) -> FetchedResponse {
        do {
            return try await client.perform(request, observer: watcher) { response in
                let isSkipped = partsOnly && response.status.code != 206
                return isSkipped
                    ? FetchedResponse(head: response.head, url: response.url, metrics: response.metrics)
                    : await read(response, atMost: limit, readsOn)
            }
        } catch let error as HTTPClientError {
            throw error
        } catch {
            throw HTTPClientError(.receive, origin: request.url.origin, cause: .requestBodyFailed("\(error)"))
        }
    }

    private static func read(_ response: Response, atMost limit: Int, _ readsOn: Bool) async -> FetchedResponse {
        var fetched = FetchedResponse(head: response.head, url: response.url, metrics: response.metrics)
        let end = readsOn ? Deadline.never : .after(patience)
        do throws(HTTPClientError) {
            fetched.isRead = true
            for try await piece in response.body {
                fetched.bytes += piece.prefix(limit - fetched.bytes.count)
                fetched.isEndless = end.hasPassed
                if response.body.decodedByteCount > Int64(limit) && !readsOn || fetched.isEndless {
                    fetched.isRead = false
                    break
                }
            }
        } catch {
            fetched.isRead = false
            if case .timedOut = error.cause { fetched.isEndless = true } else { fetched.failure = error }
        }
        fetched.wireBytes = response.body.receivedByteCount
        fetched.decodedBytes = response.body.decodedByteCount
        return fetched
    }
}
