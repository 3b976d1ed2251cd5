import Sockeye

/// A new TLS connection for each request, with a whole handshake or a resumed one.
enum Handshakes {
    static func run(_ words: [String]) async throws {
        guard let count = Int(words[4]), count > 0 else { SockeyeBench.usage() }
        var configuration = HTTPClient.Configuration()
        configuration.tls.roots = [.file(words[3])]
        configuration.tls.resumesSessions = words[1] == "handshakes-resumed"
        let client = HTTPClient(configuration: configuration)
        try await withTaskExecutorPreference(client.eventLoop) { try await measure(client, words[2], count) }
    }

    @concurrent private static func measure(_ client: HTTPClient, _ url: String, _ count: Int) async throws {
        try await SockeyeBench.get(client, url)
        let meter = Meter()
        for _ in 0..<count {
            client.closeIdleConnections()
            try await SockeyeBench.get(client, url)
        }
        meter.report(requests: count)
    }
}
