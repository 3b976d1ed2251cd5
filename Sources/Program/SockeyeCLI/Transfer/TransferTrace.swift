internal import Sockeye
internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTLS
internal import SockeyeTranscript
internal import Synchronization

/// Observes a transfer: logs for `-v`, keeps the heads for `-i` and `-D`, and records events and times for `-w` and the
/// progress meter.
final class TransferTrace: ExchangeObserver {
    /// The record of a transfer.
    struct Notes: Sendable {
        /// Whether the transfer started, as opposed to being refused.
        var hasBegun = false
        /// When the last attempt of `--retry` began; `nil` for the first.
        var attempted: Deadline?
        var connectionCount = 0
        var connection: ConnectionDetails?
        var resolved: Deadline?
        var connected: Deadline?
        var secured: Deadline?
        /// The certificates of the last handshake, if requested.
        var certificates: [String] = []
        /// How long requests waited for a free connection.
        var waited = Duration.zero
        var sentHead: Deadline?
        /// When the last byte of a request so far was sent.
        var sentLast: Deadline?
        /// How often a request was retried.
        var retryCount = 0
        var receivedHead: Deadline?
        var request: RequestHead?
        /// All heads in order: interim ones, redirects, the final one. Beyond `headByteLimit` the first ones are
        /// dropped.
        var heads: [ReceivedHead] = []
        /// The last of those that were taken.
        var lastTaken: ReceivedHead?
        /// The bytes of a head whose event has not come: it never does if the head is refused or cut.
        var headOnTheWay: [UInt8] = []
        /// Their size on the wire, in bytes.
        var heldHeadBytes = 0
        var head: ResponseHead?
        /// Whether the response's date shows that there is nothing new.
        var isNotModified = false
        /// `--suppress-connect-headers`.
        var hidesConnectHeads = false
        /// Bytes of all heads received and sent.
        var headBytes = 0
        var requestHeadBytes = 0
        var redirectCount = 0
        /// Where the last redirect led.
        var destination: HTTPURL?
        /// The request that the last redirect asked for.
        var redirectedRequest: Request?
        /// The URL that was asked for first, with what `-G` and `-T` add to it.
        var asked: HTTPURL?
        /// The last URL that was upgraded from http to https.
        var upgraded: HTTPURL?
        /// The status of the last response to CONNECT.
        var connectStatus = 0
        /// When the last redirect was complete.
        var redirected: Deadline?
        /// The trailers as received, without the empty line.
        var trailers: [UInt8] = []
        /// What the cache did with the last request.
        var cacheStatus: CacheStatus?
        var received: Int64 = 0
        /// The bytes of the connections before the present one, where all count.
        var receivedBefore: Int64 = 0
        /// Whether the bytes of all connections count: of a stream that reconnects, but not of attempts at one body.
        var countsAllConnections = false
        /// Bytes written to the output.
        var delivered: Int64 = 0
        /// Bytes of the last request's body.
        var sent: Int64 = 0
        var sentTotal: Int64?
        /// Bytes of the earlier requests' bodies that were small.
        var sentBefore: Int64 = 0
    }

    private let log: TraceLog?
    private let display: ProgressDisplay?
    private let call: Transcript.Call?
    private let explanation: Explanation?
    private let contents = Mutex(Notes())
    /// Called once, with the first reason to try again other than an end in order.
    private let troubleAction = Mutex<(@Sendable (RetryReason) -> Void)?>(nil)
    private let retryAction = Mutex<(@Sendable (RetryReason, Duration) -> Void)?>(nil)

    init(log: TraceLog?, display: ProgressDisplay?, call: Transcript.Call? = nil, explanation: Explanation? = nil) {
        (self.log, self.display, self.call, self.explanation) = (log, display, call, explanation)
    }

    /// The heads received since the last call; of one that was refused or cut, the whole lines before the fault.
    func takeHeads() -> [ReceivedHead] {
        contents.withLock { notes in
            var heads = notes.heads
            if !notes.headOnTheWay.isEmpty { heads.append(ReceivedHead(head: nil, bytes: notes.headOnTheWay)) }
            (notes.heads, notes.heldHeadBytes, notes.headOnTheWay) = ([], 0, [])
            notes.lastTaken = heads.last ?? notes.lastTaken
            return heads
        }
    }

    /// Corrects the record by what only the transfer knows.
    func correct(_ change: (inout Notes) -> Void) { contents.withLock { change(&$0) } }

    /// Counts bytes that aren't HTTP.
    func note(sent: Int = 0, received: Int = 0) {
        let (sent, received) = contents.withLock { notes in
            notes.sent += Int64(sent)
            notes.received += Int64(received)
            return (notes.sent, notes.received)
        }
        display?.sent(sent, of: nil)
        display?.received(received)
    }

    /// Sets what is called with the first reason to try again other than an end in order.
    func onFirstTrouble(_ action: @escaping @Sendable (RetryReason) -> Void) { troubleAction.withLock { $0 = action } }

    /// Sets what is called with each reason to try again, and the wait before it.
    func onRetry(_ action: @escaping @Sendable (RetryReason, Duration) -> Void) { retryAction.withLock { $0 = action } }

    /// Begins another attempt of `--retry`: as in curl, everything but their number is about the last one, and the redirects
    /// that it goes on from.
    func beginAttempt() {
        contents.withLock { notes in
            var next = Notes()
            (next.hasBegun, next.attempted, next.retryCount) = (notes.hasBegun, .now, notes.retryCount)
            (next.asked, next.upgraded) = (notes.asked, notes.upgraded)
            (next.redirectCount, next.destination) = (notes.redirectCount, notes.destination)
            next.redirectedRequest = notes.redirectedRequest
            (next.hidesConnectHeads, next.countsAllConnections) = (notes.hidesConnectHeads, notes.countsAllConnections)
            notes = next
        }
    }

    var notes: Notes { contents.withLock { $0 } }
    var head: ResponseHead? { contents.withLock { $0.head } }
    var isNotModified: Bool { contents.withLock { $0.isNotModified } }
    var hasBegun: Bool { contents.withLock { $0.hasBegun } }

    var interests: ClientEvent.Interests {
        var interests: ClientEvent.Interests = .rawHeads
        if log != nil || explanation != nil { interests.insert(.tls) }
        if call != nil || explanation != nil { interests.insert(.reasons) }
        if showsBytes || call != nil || explanation != nil { interests.insert(.bytes) }
        return interests
    }

    func observe(_ event: ClientEvent) {
        let (connection, received, isTunnel) = contents.withLock { notes in
            notes.note(event)
            return (notes.connection?.number, notes.received, log != nil && notes.request?.method == .connect)
        }
        if let display {
            if event[.receivedBody] != nil { display.received(received) }
            if let (bytes, total) = event[.sentBody] { display.sent(bytes, of: total) }
        }
        if let (reason, delay, _, _) = event[.retryPlanned], reason != .status(200, retryAfter: nil) {
            troubleAction.withLock { $0.take() }?(reason)
            retryAction.withLock { $0 }?(reason, delay)
        }
        log?.show(event, connection: connection, isTunnel: isTunnel)
        call?.observe(event)
        explanation?.show(event)
    }

    private var showsBytes: Bool { log?.showsBytes ?? false }

    func observe(_ bytes: RawSpan, of part: WirePart) {
        call?.observe(bytes, of: part)
        switch part {
        case .receivedHead, .receivedTrailers: take(head: bytes, isTrailer: part == .receivedTrailers)
        case .receivedBody: explanation?.show(received: bytes)
        case .tls(let message):
            log?.show(message, bytes, connection: notes.connection?.number)
            explanation?.show(message)
        default: break
        }
        guard showsBytes, let content = TraceLog.Content(part) else { return }
        log?.show(bytes, content, connection: notes.connection?.number)
    }

    private func take(head bytes: RawSpan, isTrailer: Bool) {
        // SAFETY: the bytes are copied before the span can end.
        let copy = bytes.withUnsafeBytes { Array($0) }
        let connection = contents.withLock { notes in
            if isTrailer {
                notes.trailers = HeadText.withoutEmptyLine(copy)
            } else {
                notes.headOnTheWay = copy
            }
            return notes.connection?.number
        }
        explanation?.show(head: copy, isTrailer: isTrailer)
        // As in curl, -v shows no trailers; a trace does.
        if isTrailer, log?.showsBytes != true { return }
        log?.show(head: isTrailer ? HeadText.withoutEmptyLine(copy) : copy, connection: connection)
    }
}

extension TransferTrace.Notes {
    /// The maximum size of heads kept until they are printed: with `--max-redirs -1` a server could send them forever.
    /// No legitimate chain of redirects comes near 64 MiB.
    private static let headByteLimit = 64 << 20
    /// What curl counts as a part of the request: a body that it sends with its head.
    private static let smallByteLimit: Int64 = 65_536

    /// Bytes of the bodies that were small.
    var smallSentBytes: Int64 { sentBefore + (sent <= Self.smallByteLimit ? sent : 0) }

    private mutating func keep(_ head: ResponseHead, _ byteCount: Int) {
        heads.append(ReceivedHead(head: head, bytes: headOnTheWay))
        headOnTheWay = []
        heldHeadBytes += byteCount
        guard heldHeadBytes > Self.headByteLimit else { return }
        // Half of them, so that each head is moved a bounded number of times.
        heads.removeFirst(heads.count / 2)
        heldHeadBytes /= 2
    }

    fileprivate mutating func note(_ event: ClientEvent) {
        // A call that ends may not have started, and reasons are given before it does.
        if event[.ended] != nil || event.isReason { return }
        hasBegun = true
        // One event is of one kind, and bodies' come most often.
        if let bytes = event[.receivedBody] {
            received = receivedBefore + bytes
        } else if let (bytes, total) = event[.sentBody] {
            (sent, sentTotal, sentLast) = (bytes, total, .now)
        } else if let metrics = event[.measured] {
            waited += metrics.durations.pool ?? .zero
            // Whether it was stored shows at the end of the body.
            if let status = metrics.cacheStatus { cacheStatus = status }
        } else if let head = event[.sentHead] {
            begin(head)
        } else if let (head, byteCount) = event[.receivedHead] {
            receive(head, byteCount)
        } else if let details = event[.connectionReused] {
            connection = details
        } else if event[.connecting] != nil {
            resolved = .now
        } else if let details = event[.addressRace]?.connection {
            connected = .now
            connectionCount += 1
            connection = details
        } else if let details = event[.tlsNegotiated] {
            secured = .now
            connection?.tls = details
            certificates = details.chain
        } else {
            noteExchange(event)
        }
    }

    /// Notes what concerns more than one request.
    private mutating func noteExchange(_ event: ClientEvent) {
        if let hop = event[.redirectFollowed] {
            redirectCount += 1
            (destination, redirected) = (hop.destination, .now)
            redirectedRequest = hop.next
        } else if event[.retryPlanned] != nil {
            retryCount += 1
            if countsAllConnections { receivedBefore = received }
        } else if let url = event[.upgradedToTLS] {
            upgraded = url
        } else if let status = event[.cacheAnswered] ?? event[.cached] {
            cacheStatus = status
        } else if let head = event[.interimPassed] {
            keep(head, 0)
        }
    }

    private mutating func begin(_ head: RequestHead) {
        (request, sentHead, sentLast) = (head, .now, .now)
        // A redirect may drop the body.
        if sent <= Self.smallByteLimit { sentBefore += sent }
        (sent, sentTotal) = (0, nil)
        requestHeadBytes += HeadText.length(of: head)
    }

    private mutating func receive(_ head: ResponseHead, _ byteCount: Int) {
        headBytes += byteCount
        if request?.method == .connect {
            connectStatus = head.status.code
            if hidesConnectHeads { headOnTheWay = [] } else { keep(head, byteCount) }
            return
        }
        receivedHead = .now
        self.head = head
        // A head from the cache replaces the one that the cache made use of.
        if byteCount == 0, let last = heads.last?.head, last.status == .notModified || last.status.code >= 500 {
            heads.removeLast()
        }
        // An HTTP/0.9 response has no head.
        if !head.isMissing { keep(head, byteCount) }
    }
}
