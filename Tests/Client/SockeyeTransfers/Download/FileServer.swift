import SockeyeTesting
import Synchronization

/// A loopback server with one file, which can be swapped and served wrongly.
final class FileServer: Sendable {
    /// A fault of the server.
    enum Fault: Sendable, Hashable {
        case none
        /// Range is ignored: always 200 and everything.
        case ignoresRange
        /// If-Range is ignored: always 206.
        case ignoresIfRange
        /// If-Range is always taken for a mismatch.
        case refusesIfRange
        /// Every connection has its own ETag.
        case tagPerConnection
        /// Content-Range is malformed.
        case malformedContentRange
        /// The part starts one byte late.
        case shifted
        /// Content-Range gives another total in every part but the first.
        case wrongTotal
        /// 416 for everything but the whole.
        case unsatisfiable
        /// Each connection ends after this many bytes of a body.
        case cuts(after: Int)
        /// 200 to everything, cut after this many bytes.
        case cutsWholes(after: Int)
        /// As `cuts`, until another file takes the place of this one with the fifth request.
        case changesAfterCuts(after: Int)
        /// Parts after the first are refused with the status.
        case refusesParts(status: Int)
        /// Each connection but the first stalls after this many bytes.
        case stalls(after: Int)
        /// The first requests are answered with the status.
        case busy(times: Int, status: Int)
        /// The second connection sends this many bytes and then a trickle.
        case limps(after: Int)
        /// HEAD is refused with the status.
        case refusesHead(status: Int)
        /// HEAD gives another length.
        case liesInHead(length: Int)
        /// A web page, for everything.
        case page
        /// No length, no ranges: the body ends with the connection.
        case closeDelimited
    }

    struct File: Sendable {
        var length = 3_000_000
        /// The file's start in the pattern: another number is another file.
        var base = 0
        var tag: String? = "\"v1\""
        var lastModified: String?
        var type = "application/octet-stream"
        var extra: [ReceivedRequest.Field] = []
    }

    private struct State: Sendable {
        var file: File
        var fault: Fault
        var requests = 0
    }

    private let state: Mutex<State>
    let server: LoopbackServer

    static func start(_ file: File = File(), fault: Fault = .none, secure: Bool = false) async throws -> FileServer {
        try await FileServer(file, fault, secure)
    }

    private init(_ file: File, _ fault: Fault, _ secure: Bool) async throws {
        let relay = Relay()
        state = Mutex(State(file: file, fault: fault))
        server = try await LoopbackServer.start(secure: secure) { relay.reply($0) }
        relay.connect(self)
    }

    var url: String { server.url("/file.bin") }

    /// The current bytes of the file.
    var bytes: [UInt8] {
        state.withLock { BytePattern.bytes($0.file.base..<$0.file.base + $0.file.length) }
    }

    func change(_ change: @Sendable (inout File) -> Void) {
        state.withLock { change(&$0.file) }
    }

    func setFault(_ fault: Fault) {
        state.withLock {
            $0.fault = fault
            $0.requests = 0
        }
    }

    /// The Range fields received, in order.
    var ranges: [String?] { server.receivedRequests.map { $0["Range"] } }

    /// The methods received, in order.
    var methods: [String] { server.receivedRequests.map(\.method) }

    fileprivate func reply(_ request: ReceivedRequest) -> LoopbackReply {
        let (file, fault, number) = state.withLock { state in
            state.requests += 1
            if case .changesAfterCuts = state.fault, state.requests > 4 {
                (state.file.base, state.file.tag, state.fault) = (77, "\"v2\"", .none)
            }
            return (state.file, state.fault, state.requests)
        }
        return FileReply(file: file, fault: fault, number: number, request: request).reply
    }
}

/// Lets the server's handler exist before the file server does.
private final class Relay: Sendable {
    private struct Target: Sendable {
        weak var server: FileServer?
    }

    private let target = Mutex(Target())

    func connect(_ server: FileServer) {
        target.withLock { $0.server = server }
    }

    func reply(_ request: ReceivedRequest) -> LoopbackReply? {
        target.withLock { $0.server }?.reply(request)
    }
}

/// One response, right or wrong.
private struct FileReply {
    let file: FileServer.File
    let fault: FileServer.Fault
    let number: Int
    let request: ReceivedRequest

    var reply: LoopbackReply {
        switch fault {
        case .busy(let times, let status) where number <= times:
            var reply = LoopbackReply.text("busy\n", status: status)
            reply.fields.append(.init("Retry-After", "0"))
            return reply
        case .refusesHead(let status) where request.method == "HEAD":
            return .text("no\n", status: status)
        case .liesInHead(let length) where request.method == "HEAD":
            return LoopbackReply(status: 200, fields: fields(length))
        case .page:
            return .text("<html>Please log in</html>", type: "text/html")
        case .closeDelimited:
            var reply = LoopbackReply(status: 200, fields: [], body: [body(0..<file.length)])
            reply.closes = true
            return reply
        default: break
        }
        guard let range, fault != .ignoresRange, !cutsWholes else { return whole }
        if range.lowerBound > 0, case .refusesParts(let status) = fault { return .text("no\n", status: status) }
        if !passesIfRange { return whole }
        if fault == .unsatisfiable || range.lowerBound >= file.length {
            var reply = LoopbackReply.text("no such part\n", status: 416)
            reply.fields.append(.init("Content-Range", "bytes */\(file.length)"))
            return reply
        }
        return part(range)
    }

    private var cutsWholes: Bool {
        if case .cutsWholes = fault { true } else { false }
    }

    private var tag: String? {
        fault == .tagPerConnection ? "\"connection-\(request.connection)\"" : file.tag
    }

    private var range: Range<Int>? {
        guard let text = request["Range"], let equals = text.firstIndex(of: "=") else { return nil }
        let ends = text[text.index(after: equals)...].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int(ends[0]) else { return nil }
        return first..<max(first, min(file.length, Int(ends[1]).map { $0 + 1 } ?? file.length))
    }

    private var passesIfRange: Bool {
        guard let condition = request["If-Range"], fault != .ignoresIfRange else { return true }
        if fault == .refusesIfRange { return false }
        return condition == tag || condition == file.lastModified
    }

    private func body(_ range: Range<Int>) -> Step {
        .sendPattern(file.base + range.lowerBound..<file.base + range.upperBound)
    }

    private func fields(_ count: Int) -> [ReceivedRequest.Field] {
        var fields = [ReceivedRequest.Field("Content-Type", file.type), .init("Content-Length", "\(count)")]
        if let tag { fields.append(.init("ETag", tag)) }
        if let date = file.lastModified { fields.append(.init("Last-Modified", date)) }
        return fields + file.extra
    }

    private func steps(_ range: Range<Int>) -> [Step] {
        switch fault {
        case .cuts(let count) where count < range.count, .cutsWholes(let count) where count < range.count,
            .changesAfterCuts(let count) where count < range.count:
            [body(range.lowerBound..<range.lowerBound + count), .cut]
        case .stalls(let count) where count < range.count && request.connection > 1:
            [body(range.lowerBound..<range.lowerBound + count), .stall]
        case .limps(let count) where count < range.count && request.connection == 2:
            [body(range.lowerBound..<range.lowerBound + count)]
                + (range.lowerBound + count..<min(range.lowerBound + count + 600, range.upperBound)).flatMap { offset in
                    [Step.delay(.milliseconds(100)), body(offset..<offset + 1)]
                } + [.stall]
        // Fast, but slow enough to measure.
        case .limps:
            stride(from: range.lowerBound, to: range.upperBound, by: 20_000).flatMap { offset in
                [Step.delay(.milliseconds(100)), body(offset..<min(offset + 20_000, range.upperBound))]
            }
        default: [body(range)]
        }
    }

    private var whole: LoopbackReply {
        LoopbackReply(status: 200, fields: fields(file.length), body: steps(0..<file.length))
    }

    private func part(_ range: Range<Int>) -> LoopbackReply {
        var sent = range
        if fault == .shifted, range.lowerBound > 0 { sent = range.lowerBound + 1..<range.upperBound }
        let total = fault == .wrongTotal && number > 1 ? file.length + 1 : file.length
        var contentRange = "bytes \(sent.lowerBound)-\(sent.upperBound - 1)/\(total)"
        if fault == .malformedContentRange { contentRange = "bytes \(sent.upperBound)-\(sent.lowerBound)/x" }
        return LoopbackReply(
            status: 206, fields: fields(sent.count) + [.init("Content-Range", contentRange)], body: steps(sent))
    }
}
