internal import HTTPTypes
internal import SockeyeClient

/// How an ``InspectProxy`` listens and what it does with what comes through it.
public struct InspectConfiguration: Sendable {
    /// The port on 127.0.0.1; 0 for a free one.
    public var port: UInt16 = 0
    /// Which exchanges are shown, kept and reported: those that one of these matches; all without any. All are forwarded.
    public var filters: [InspectFilter] = []
    /// Files that stand in for servers; the first whose pattern matches the URL answers.
    public var replacements: [InspectReplacement] = []
    /// The most bytes a second of each exchange, in each direction, at least one; `nil` for no limit.
    public var bytesPerSecond: Int64?
    /// How long each request waits before it is forwarded.
    public var latency: Duration?
    /// How long connecting may take; also for a tunnel.
    public var connectTimeout = Duration.seconds(60)
    /// How much is kept.
    public var limits = InspectLimits()
    /// The most connections at once; more are told 503.
    public var mostConnections = 512
    /// Called once for each exchange that has ended.
    public var report: (@Sendable (InspectedExchange) -> Void)?

    /// A free port, everything shown, nothing slowed down.
    public init() {}

    func replacement(for url: String) -> InspectReplacement? {
        replacements.first { $0.url.matches(url) }
    }

    /// The client that forwards: it adds, decodes, follows and repeats nothing.
    var client: HTTPClientConfiguration {
        var client = HTTPClientConfiguration()
        client.defaultFields = [:]
        client.coding = CodingOptions()
        client.redirects = .never
        client.proxies = .none
        client.capitalizesMethods = false
        client.compatibility.keepsRawHeads = true
        client.timeouts.connect = connectTimeout
        // How long to wait is the program's affair; an hour, since one that went away isn't always noticed.
        client.timeouts.firstByte = .seconds(3600)
        client.timeouts.idle = .seconds(3600)
        client.pool.perOrigin = mostConnections
        client.pool.total = mostConnections
        return client
    }
}

/// A file whose contents answer requests for certain URLs.
public struct InspectReplacement: Sendable, Hashable {
    /// Which URLs.
    public let url: Glob
    /// The file, read anew for each request.
    public let path: String

    /// Answers with this file.
    public init(url: Glob, path: String) {
        self.url = url
        self.path = path
    }

    /// By the file's name; a browser is told not to guess.
    var mediaType: String {
        let name = path.lowercased()
        let types = [
            "html": "text/html; charset=utf-8", "htm": "text/html; charset=utf-8", "css": "text/css",
            "js": "text/javascript",
            "json": "application/json", "xml": "application/xml", "txt": "text/plain; charset=utf-8",
            "svg": "image/svg+xml",
            "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
            "pdf": "application/pdf", "wasm": "application/wasm", "csv": "text/csv",
        ]
        let ending = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
        return types[ending] ?? "application/octet-stream"
    }
}
