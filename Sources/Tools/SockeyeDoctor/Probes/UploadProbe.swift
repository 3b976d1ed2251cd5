internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeHTTP1

/// Sends request heads that announce a body, and never the body.
struct UploadProbe: Sendable {
    private static let sizes: [Int64] = [64 << 10, 1 << 20, 10 << 20, 100 << 20, 1 << 30]
    /// How long to wait before a server counts as silent.
    private static let patience = Duration.seconds(2)

    let configuration: HTTPClient.Configuration
    let method: HTTPRequest.Method
    let effort: EffortCounter

    /// How the body fails before its first byte, which closes the connection.
    private struct IsNeverSent: Error {}

    func examine(_ request: Request) async -> UploadsFacts {
        var configuration = configuration
        configuration.continueTimeout = Self.patience
        let client = HTTPClient(configuration: configuration)
        var facts = UploadsFacts(method: method.rawValue, answers: [])
        for size in Self.sizes where !Task.isCancelled {
            let answer = await ask(size, request, client)
            facts.answers.append((size, answer))
            if answer != .goOn { break }
        }
        return facts
    }

    private func ask(_ size: Int64, _ request: Request, _ client: HTTPClient) async -> UploadsFacts.Answer {
        var request = request
        request.method = method
        request.body = .stream(AsyncThrowingStream { throw IsNeverSent() }, length: size)
        request.expectsContinue = true
        let watcher = RequestWatcher(effort)
        do throws(HTTPClientError) {
            return .status(try await FetchedResponse.fetch(request, by: client, atMost: 0, watcher).head.status.code)
        } catch {
            if watcher.notes.gotContinue { return .goOn }
            if let status = watcher.notes.status { return .status(status) }
            if case .requestBodyFailed = error.cause { return .silence }
            return .failed("\(error)")
        }
    }
}
