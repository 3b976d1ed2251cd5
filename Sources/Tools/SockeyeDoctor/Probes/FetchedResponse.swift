internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeURL

/// The beginning of a response.
struct Fetched: Sendable {
    var head: ResponseHead
    /// Where it came from, after redirects.
    var url: HTTPURL
    var metrics: AttemptMetrics
    /// At most as many bytes as were wanted, decoded.
    var bytes: [UInt8] = []
    /// Whether the body was read to its end.
    var isRead = false
    /// How many bytes of the body came, before and after decoding.
    var wireBytes: Int64 = 0
    var decodedBytes: Int64 = 0
    /// Whether the body goes on, or pauses, for longer than it was read: an endless stream, say.
    var isEndless = false
    /// Why the body broke off.
    var failure: HTTPClientError?

    /// Whether the bytes are the whole body.
    var isWhole: Bool { isRead && decodedBytes == bytes.count }

    /// How long a body is read, and how long it may pause.
    static let patience = Duration.seconds(3)

    /// Sends a request, and reads the response as far as wanted; the connection of a longer one is closed.
    ///
    /// - Parameters:
    ///   - readsOn: whether a longer one is read to its end, and only its beginning kept.
    ///   - partsOnly: whether only a 206 is read.
    static func fetch(
        _ request: Request, by client: HTTPClient, atMost limit: Int, readsOn: Bool = false, partsOnly: Bool = false,
        _ watcher: Watcher
    ) async throws(HTTPClientError) -> Fetched {
        do {
            return try await client.perform(request, observer: watcher) { response in
                let isSkipped = partsOnly && response.status.code != 206
                return isSkipped
                    ? Fetched(head: response.head, url: response.url, metrics: response.metrics)
                    : await read(response, atMost: limit, readsOn)
            }
        } catch let error as HTTPClientError {
            throw error
        } catch {
            throw HTTPClientError(.receive, origin: request.url.origin, cause: .requestBodyFailed("\(error)"))
        }
    }

    private static func read(_ response: Response, atMost limit: Int, _ readsOn: Bool) async -> Fetched {
        var fetched = Fetched(head: response.head, url: response.url, metrics: response.metrics)
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
