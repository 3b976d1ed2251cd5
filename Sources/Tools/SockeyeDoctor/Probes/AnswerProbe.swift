internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeURL

/// Sends the plain request and follows its redirects.
struct AnswerProbe: Sendable {
    /// As many as browsers follow at most.
    private static let redirectLimit = 20
    private static let redirectStatuses = [301, 302, 303, 307, 308]

    struct Result: Sendable {
        var answer: AnswerFacts
        var redirects: RedirectsFacts
        /// The last URL requested.
        var url: HTTPURL
        var sent: HTTPDate
        var received: HTTPDate
        /// Whether the last request had Authorization.
        var isOfLogin: Bool
    }

    let client: HTTPClient
    let effort: EffortCounter
    let sampleBytes: Int
    let readsOn: Bool

    func examine(_ request: Request) async -> Result {
        var request = request
        request.redirects = client.configuration.redirects
        request.redirects?.isFollowing = true
        let limit = min(client.configuration.redirects.limit ?? Self.redirectLimit, Self.redirectLimit)
        request.redirects?.limit = limit
        request.fields[.acceptEncoding] = "identity"
        request.coding = CodingOptions()
        let watcher = RequestWatcher(effort)
        let sent = HTTPDate.present
        var answer = AnswerFacts()
        var url = request.url
        do throws(HTTPClientError) {
            let fetched = try await FetchedResponse.fetch(
                request, by: client, atMost: sampleBytes, readsOn: readsOn, watcher)
            answer.head = fetched.head
            answer.durations = fetched.metrics.durations
            (answer.sample, answer.isWhole, answer.bodyFailure) = (fetched.bytes, fetched.isWhole, fetched.failure)
            (answer.readBytes, answer.isRead) = (fetched.decodedBytes, fetched.isRead)
            answer.isEndless = fetched.isEndless
            url = fetched.url
        } catch {
            answer.failure = error
        }
        let notes = watcher.notes
        let hops = notes.hops
        if answer.head == nil { url = hops.last?.destination ?? url }
        var redirects = RedirectsFacts(hops: hops.map(Self.hop))
        if case .redirect(let error)? = answer.failure?.cause {
            switch error {
            case .tooMany where limit < Self.redirectLimit: redirects.limit = limit
            case .tooMany: redirects.isEndless = true
            default: redirects.failure = "\(error)"
            }
        }
        if let head = answer.head, Self.redirectStatuses.contains(head.status.code), head.fields[.location] == nil {
            redirects.hasNoLocation = true
        }
        return Result(
            answer: answer, redirects: redirects, url: url, sent: sent,
            received: .present, isOfLogin: notes.isOfLogin)
    }

    private static func hop(_ hop: RedirectHop) -> RedirectsFacts.Hop {
        RedirectsFacts.Hop(
            status: hop.head.status.code, from: hop.url.withoutCredentials.href,
            to: hop.destination.withoutCredentials.href,
            isUpgrade: !hop.url.isSecure && hop.destination.isSecure && hop.url.host == hop.destination.host,
            isDowngrade: hop.url.isSecure && !hop.destination.isSecure)
    }
}
