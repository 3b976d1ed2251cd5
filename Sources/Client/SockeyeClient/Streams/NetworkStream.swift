public import SockeyeHTTP1
public import SockeyeIO
public import SockeyeTransport
public import SockeyeTLS
internal import Synchronization

// SAFETY: what changes is accessed within `exclusively`, under the gate; the transport's waits may come from two tasks at once.
/// A connection for bytes of any protocol, inside the closure of `withStream` or `withUpgrade`: as `Socket` and `TLSSocket`,
/// but through the client's proxies and with its trust.
///
/// One task may send while another receives. Every call stops at its deadline and when its task is cancelled; over TLS, nothing
/// more can be sent after a `send` that stopped so while the peer took no more.
public final class NetworkStream: @unchecked Sendable {
    private struct Use {
        /// Bytes that came with the head of the response that switched protocols.
        var leftover: [UInt8]
        var transport: any Transport
        var details: ConnectionDetails
        var isReceiving = false
        var isSending = false
        var isSecuring = false
        var hasEndedSending = false
        /// Whether that isn't told to the peer yet, for lack of room, which a sending task waits for.
        var owesEnd = false
        /// Whether the last write over TLS took bytes that have not all left.
        var isMidwayThroughWrite = false
        var isOver = false
    }

    private let held: HeldConnection
    private let timeouts: Timeouts
    private let gate: Mutex<Void> = Mutex(())
    private var use: Use

    init(_ held: HeldConnection, _ timeouts: Timeouts) {
        self.held = held
        self.timeouts = timeouts
        use = Use(leftover: held.leftover, transport: held.transport, details: held.details)
    }

    // MARK: What it is

    /// The connection: its addresses, and what TLS negotiated.
    public var details: ConnectionDetails { exclusively { use.details } }

    /// The response that switched protocols; `nil` for a stream that `withStream` opened.
    public var head: ResponseHead? { held.head }

    // MARK: Bytes

    /// Receives at most `count` bytes, waiting until something arrives.
    ///
    /// - Returns: the bytes; empty if the peer ended its side.
    /// - Throws: `StreamError`: `.tls(.truncated)` if TLS was cut instead of ended, `.io(.timedOut)`, `.io(.cancelled)`.
    public func receive(
        upTo count: Int = 65_536, until deadline: Deadline = .never
    ) async throws(StreamError) -> [UInt8] {
        let transport = try begin(\.isReceiving, "receive")
        defer { exclusively { use.isReceiving = false } }
        while true {
            if Task.isCancelled { throw .io(.cancelled) }
            let (bytes, step) = try exclusively { () throws(StreamError) in
                try take(upTo: max(1, count), transport)
            }
            switch step {
            case .bytes: return bytes
            case .ended: return []
            case .wouldBlock: try await transport.waitToRead(until: deadline)
            }
        }
    }

    /// What is there now.
    private func take(
        upTo count: Int, _ transport: any Transport
    ) throws(StreamError) -> (bytes: [UInt8], step: TransportStep) {
        if use.isOver { throw .io(.closed) }
        if !use.leftover.isEmpty {
            let bytes = Array(use.leftover.prefix(count))
            use.leftover.removeFirst(bytes.count)
            return (bytes, .bytes(bytes.count))
        }
        return try transport.receiveNow(upTo: count)
    }

    /// Receives until the peer ends its side.
    ///
    /// - Parameters:
    ///   - limit: the most bytes to accept (default 64 MiB); more throw `IOError.limitExceeded`.
    ///   - deadline: for all of it; default none.
    public func receiveToEnd(
        limit: Int = 64 * 1024 * 1024, until deadline: Deadline = .never
    ) async throws(StreamError) -> [UInt8] {
        try await collectToEnd(limit: limit, until: deadline) { () async throws(StreamError) in
            try await receive(until: deadline)
        }
    }

    /// What is received, piece by piece, until the peer ends its side.
    public var pieces: some AsyncSequence<[UInt8], StreamError> { StreamPieces(stream: self) }

    /// Sends all of `bytes`, and returns when the kernel has them. If it throws, part of them may be on their way.
    public func send(_ bytes: [UInt8], until deadline: Deadline = .never) async throws(StreamError) {
        let transport = try begin(\.isSending, "send")
        defer {
            exclusively {
                use.isSending = false
                if use.owesEnd { endSendingLater(transport) }
                use.owesEnd = false
            }
        }
        // TLS has begun to send what an earlier call left, and would count the new bytes as those.
        if exclusively({ use.isMidwayThroughWrite }) { throw .io(.closed) }
        var sent = 0
        while sent < bytes.count {
            if Task.isCancelled { throw .io(.cancelled) }
            if sent > 0, deadline.hasPassed { throw .io(.timedOut) }
            let step = try exclusively { () throws(StreamError) -> TransportStep in
                if use.isOver || use.hasEndedSending { throw .io(.closed) }
                let step = try transport.write(bytes, sent..<bytes.count)
                use.isMidwayThroughWrite = step == .wouldBlock && transport.stream?.isEncrypted == true
                return step
            }
            switch step {
            case .bytes(let count): sent += count
            case .wouldBlock: try await transport.waitToWrite(until: deadline)
            case .ended: throw .io(.closed)
            }
        }
    }

    /// Sends the UTF-8 bytes of `text`.
    public func send(_ text: String, until deadline: Deadline = .never) async throws(StreamError) {
        try await send(Array(text.utf8), until: deadline)
    }

    /// Ends this side: nothing more can be sent, but what the peer still sends can be received (`shutdown(2)`; over TLS,
    /// `close_notify` first, upon which a TLS 1.2 peer may end its side at once: RFC 5246 section 7.2.1). No-op if it has
    /// ended already.
    public func endSending() {
        exclusively {
            if use.isOver || use.hasEndedSending { return }
            use.hasEndedSending = true
            if !use.isSecuring { endSendingNow(use.transport) }
        }
    }

    /// How long a peer that takes nothing may delay `close_notify`.
    private static let endPatience: Duration = .seconds(30)

    /// Under the gate.
    private func endSendingNow(_ transport: any Transport) {
        if transport.stream?.endSending() ?? true { return }
        // Only one task waits to write.
        if use.isSending { use.owesEnd = true } else { endSendingLater(transport) }
    }

    /// Without `close_notify` the peer would take the end for a cut. ``close()`` ends the wait for room.
    private func endSendingLater(_ transport: any Transport) {
        Task {
            let deadline = Deadline.after(Self.endPatience)
            var isDone = false
            while !isDone, (try? await transport.waitToWrite(until: deadline)) != nil {
                isDone = exclusively { use.isOver || transport.stream?.endSending() ?? true }
            }
        }
    }

    /// Closes the connection; the end of `withStream` does so too.
    public func close() {
        exclusively {
            if !use.isOver {
                use.isOver = true
                use.transport.interrupt()
            }
            if !use.isSecuring { end() }
        }
    }

    /// Under the gate; not while TLS starts, when the transport is that task's.
    private func end() {
        use.transport.close()
        held.end()
    }

    // MARK: TLS

    /// Starts TLS on the open connection, for protocols that begin in the clear (STARTTLS).
    ///
    /// Bytes that the peer sent in the clear before they were asked for are never taken for its encrypted ones.
    ///
    /// - Parameters:
    ///   - host: whom the certificate must name.
    ///   - configuration: `nil` for the client's, without a protocol to offer (ALPN).
    /// - Throws: `HTTPClientError`, after which the stream is closed.
    public func startTLS(
        host: String? = nil, configuration: TLSConfiguration? = nil
    ) async throws(HTTPClientError) {
        let fault = exclusively { () -> String? in
            if use.isOver || use.hasEndedSending { return "the stream is closed" }
            if use.details.tls != nil { return "TLS has started already" }
            if use.isReceiving || use.isSending || use.isSecuring {
                return "TLS can't start while another task sends or receives"
            }
            if !use.leftover.isEmpty { return "bytes in the clear are unread; receive them first" }
            use.isSecuring = true
            return nil
        }
        if let fault {
            throw HTTPClientError(.handshake, origin: nil, cause: .network(.invalidArgument(fault)))
        }
        do throws(HTTPClientError) {
            let deadlines = Deadlines(timeouts, startedAt: .now).ofOpening
            let (transport, tls) = try await held.secured(host: host ?? details.host, configuration, deadlines)
            if exclusively({ goOn(with: transport, tls) }) { return }
        } catch {
            exclusively { use.isSecuring = false }
            close()
            throw error
        }
        throw HTTPClientError(.handshake, origin: nil, cause: .network(.closed))
    }

    /// TLS has started. Does what was asked for meanwhile; returns whether the stream is still open. Under the gate.
    private func goOn(with secured: any Transport, _ tls: TLSDetails?) -> Bool {
        use.isSecuring = false
        (use.transport, use.details.tls) = (secured, tls)
        if use.hasEndedSending { endSendingNow(secured) }
        if use.isOver { end() }
        return !use.isOver
    }

    // MARK: Turns

    private func exclusively<Value: Sendable, Failure: Error>(
        _ step: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try gate.withLock { _ throws(Failure) in try step() }
    }

    /// Takes the turn to send or to receive.
    private func begin(_ turn: WritableKeyPath<Use, Bool>, _ word: String) throws(StreamError) -> any Transport {
        try exclusively { () throws(StreamError) in
            if use.isOver { throw .io(.closed) }
            if use.isSecuring || use[keyPath: turn] {
                throw .io(
                    .invalidArgument("another task already uses the stream to \(use.isSecuring ? "start TLS" : word)"))
            }
            use[keyPath: turn] = true
            return use.transport
        }
    }
}

/// The pieces of a stream.
struct StreamPieces: AsyncSequence {
    typealias Element = [UInt8]
    typealias Failure = StreamError

    let stream: NetworkStream

    struct Iterator: AsyncIteratorProtocol {
        let stream: NetworkStream

        mutating func next() async throws(StreamError) -> [UInt8]? {
            let bytes = try await stream.receive()
            return bytes.isEmpty ? nil : bytes
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(StreamError) -> [UInt8]? {
            try await next()
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(stream: stream) }
}
