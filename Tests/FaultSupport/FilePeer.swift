internal import CFaults
public import SockeyeIO
public import SockeyeTesting
internal import Synchronization

/// A server with one file, in plain and over TLS, whose own calls never fail: its threads are spared.
public final class FilePeer: Sendable {
    /// The file, and how it is served.
    public struct Settings: Sendable {
        /// Its bytes.
        public var bytes: [UInt8]
        /// Those at `/some`: a shorter file.
        public var some: [UInt8]
        /// Its validator; `nil` for none.
        public var tag: String?
        /// The connection ends after this many bytes of each body.
        public var cut: Int?
        /// Each body waits once for this long, in its middle.
        public var pause: Duration?
        /// Fields of every response.
        public var extra: [ReceivedRequest.Field] = []

        /// A file served in order.
        public init(_ bytes: [UInt8], tag: String? = "\"v1\"") {
            self.bytes = bytes
            some = Array(bytes.prefix(150_000))
            self.tag = tag
        }
    }

    private let settings: Mutex<Settings>
    /// The bodies that it got, by path.
    private let received: Mutex<[String: [UInt8]]>
    private let loop: EventLoop
    private let relay: Relay
    /// The server without TLS.
    public let plain: LoopbackServer
    /// The server with TLS.
    public let secure: LoopbackServer

    /// Starts both, and a server for uploads by `service` if one is given.
    public init(_ bytes: [UInt8]) async throws {
        settings = Mutex(Settings(bytes))
        received = Mutex([:])
        relay = Relay()
        loop = try await Self.sparedLoop()
        var configuration = LoopbackConfiguration()
        configuration.recordedRequests = 16
        plain = try await LoopbackServer.start(configuration: configuration, on: loop) { [relay] in relay.reply($0) }
        secure = try await LoopbackServer.start(secure: true, configuration: configuration, on: loop) { [relay] in
            relay.reply($0)
        }
        relay.connect(self)
    }

    /// A loop whose thread no fault strikes.
    public static func sparedLoop() async throws -> EventLoop {
        let loop = try EventLoop.start(name: "peer")
        await withTaskExecutorPreference(loop) { await spareThread() }
        return loop
    }

    @concurrent private static func spareThread() async {
        FaultPlan.spareThread()
    }

    /// What it does now.
    public var current: Settings { settings.withLock { $0 } }

    /// Changes what it does.
    public func change(_ change: (inout Settings) -> Void) { settings.withLock { change(&$0) } }

    /// What was sent to this path.
    public func body(at path: String) -> [UInt8]? { received.withLock { $0[path] } }

    /// Forgets what was sent, and serves `bytes` in order.
    public func reset(_ bytes: [UInt8]) {
        received.withLock { $0 = [:] }
        settings.withLock { $0 = Settings(bytes) }
    }

    /// Ends both servers.
    public func stop() async {
        await plain.stop()
        await secure.stop()
        loop.stop()
    }

    fileprivate func reply(_ request: ReceivedRequest) -> LoopbackReply {
        if request.method == "PUT" || request.method == "POST" {
            received.withLock { $0[request.path] = request.body }
            return .text("taken\n", status: 201)
        }
        if request.path == "/login", request["Authorization"] == nil {
            var reply = LoopbackReply.text("who are you?\n", status: 401)
            reply.fields.append(.init("WWW-Authenticate", "Basic realm=\"peer\""))
            return reply
        }
        return FileAnswer(settings: current, request: request).reply
    }
}

/// Lets the handler exist before the peer does.
private final class Relay: Sendable {
    private struct Target: Sendable {
        weak var peer: FilePeer?
    }

    private let target = Mutex(Target())

    func connect(_ peer: FilePeer) {
        target.withLock { $0.peer = peer }
    }

    func reply(_ request: ReceivedRequest) -> LoopbackReply? {
        target.withLock { $0.peer }?.reply(request)
    }
}

/// One answer with the file or a part of it.
private struct FileAnswer {
    let settings: FilePeer.Settings
    let request: ReceivedRequest

    private var bytes: [UInt8] { request.path == "/some" ? settings.some : settings.bytes }

    var reply: LoopbackReply {
        let length = bytes.count
        guard let range else { return LoopbackReply(fields: fields(length), body: steps(0..<length)) }
        if range.isEmpty {
            var reply = LoopbackReply.text("no such part\n", status: 416)
            reply.fields.append(.init("Content-Range", "bytes */\(length)"))
            return reply
        }
        let place = ReceivedRequest.Field(
            "Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)")
        return LoopbackReply(status: 206, fields: fields(range.count) + [place], body: steps(range))
    }

    /// The part asked for; `nil` for the whole.
    private var range: Range<Int>? {
        guard let text = request["Range"], let equals = text.firstIndex(of: "=") else { return nil }
        if let condition = request["If-Range"], condition != settings.tag { return nil }
        let ends = text[text.index(after: equals)...].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int(ends[0]) else { return nil }
        let end = min(bytes.count, Int(ends[1]).map { $0 + 1 } ?? bytes.count)
        return first < end ? first..<end : 0..<0
    }

    private func fields(_ count: Int) -> [ReceivedRequest.Field] {
        var fields = [ReceivedRequest.Field("Content-Type", "application/octet-stream")]
        fields.append(.init("Content-Length", "\(count)"))
        if let tag = settings.tag { fields.append(.init("ETag", tag)) }
        return fields + settings.extra
    }

    private func steps(_ range: Range<Int>) -> [Step] {
        if let cut = settings.cut, cut < range.count {
            return [.sendBytes(Array(bytes[range.prefix(cut)])), .cut]
        }
        guard let pause = settings.pause, range.count > 1 else { return [.sendBytes(Array(bytes[range]))] }
        let middle = range.lowerBound + range.count / 2
        return [
            .sendBytes(Array(bytes[range.lowerBound..<middle])), .delay(pause),
            .sendBytes(Array(bytes[middle..<range.upperBound])),
        ]
    }
}
