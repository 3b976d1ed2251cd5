public import HTTPTypes
public import SockeyeCache
public import SockeyeURL
public import SockeyeHTTP1
public import SockeyeIO
public import SockeyeTLS
public import SockeyeWebSocket

/// An event of a request.
///
/// The rare and large ones are indirect: each of the others would be copied at their size.
public enum ExchangeEvent: Sendable {
    /// Resolving this host.
    case resolving(host: String)
    /// The resolver answered.
    case resolved([SocketAddress])
    /// Connecting to these addresses, in this order.
    case connecting([SocketAddress])
    /// A connection is open.
    indirect case connected(ConnectionDetails)
    /// The TLS handshake with this host begins.
    case securing(host: String)
    /// The TLS handshake is done.
    indirect case secured(TLSDetails)
    /// An idle connection is reused.
    indirect case reused(ConnectionDetails)
    /// The kernel accepted the request's head.
    case sentHead(RequestHead)
    /// The number of request body bytes accepted by the kernel so far.
    case sentBody(bytes: Int64, total: Int64?)
    /// An interim (1xx) response.
    case informational(ResponseHead)
    /// The response's head, with its size on the wire.
    case receivedHead(ResponseHead, byteCount: Int)
    /// The number of response body bytes received so far.
    case receivedBody(bytes: Int64)
    /// The fields after a chunked body (RFC 9112 section 7.1.2).
    case receivedTrailers(HTTPFields)
    /// The request is sent again on a new connection, because the reused one was dead.
    indirect case retrying(HTTPClientError)
    /// The retry policy repeats the request after this delay.
    indirect case waitingToRetry(RetryReason, Duration)
    /// A redirect is followed.
    indirect case redirecting(RedirectHop)
    /// These fields and credentials are withheld, since the redirect leads from this URL to another origin.
    indirect case withholding([String], from: HTTPURL)
    /// An attempt has ended; follows `finished` if there was a connection.
    indirect case measured(AttemptMetrics)
    /// The call has ended, successfully or not. The last event.
    case ended
    /// The URL's host requires TLS, so this URL is requested instead (RFC 6797).
    indirect case upgrading(HTTPURL)
    /// The cache answers, or says why the request went to the server. Follows `receivedHead`.
    indirect case cached(HTTPCache.Status)
    /// This method is sent in capitals, since methods are case-sensitive (RFC 9110 section 9.1).
    indirect case capitalizing(HTTPRequest.Method, to: HTTPRequest.Method)
    /// The exchange has ended: the connection is kept for the next request (`nil`), or closed for this reason.
    indirect case finished(ConnectionDetails, closing: CloseReason?)
    /// There is no route to the host, so the request waits until the network changes (`waitsForConnectivity`).
    indirect case waitingForConnectivity(NetworkPath)
    /// A WebSocket received or sent the head of a frame.
    indirect case frame(WebSocketFrame)
}

/// Observes the events of a request. Called by the task that performs it; must be quick.
public protocol ExchangeObserver: Sendable {
    /// Called for each event.
    func observe(_ event: ExchangeEvent)

    /// Whether to pass the bytes of requests and bodies too; default false. If true, all bytes pass through this
    /// process, even where the kernel could have moved them (`splice(2)`).
    var wantsBytes: Bool { get }

    /// Called with sent bytes of the request as on the wire: with framing, before TLS. The head comes as a whole.
    func observe(sent bytes: RawSpan, isHead: Bool)

    /// Called with received bytes of the response's body, likewise.
    func observe(received bytes: RawSpan)

    /// Whether to pass heads as received too; default false.
    var wantsRawHeads: Bool { get }

    /// Called with a head as received, just before its event: line ends, spaces and folds unchanged, the empty line
    /// last. Of a head that is refused or cut, with the whole lines before the fault. Likewise with the trailers of a
    /// chunked body.
    func observe(head bytes: RawSpan, isTrailer: Bool)

    /// Called, if raw heads are wanted, when a head is refused or cut: with the line that has the fault, and what came behind
    /// it at once. The whole lines before it come as a head.
    func observe(refused bytes: RawSpan)

    /// Whether to pass TLS messages too; default false.
    var wantsTLSMessages: Bool { get }

    /// Called with a sent or received TLS message or record header, decrypted.
    func observe(_ message: TLSMessage, bytes: RawSpan)

    /// Whether to tell what the client decides and why; default false, and then no decision is made into a value.
    var wantsDecisions: Bool { get }

    /// Called with each decision as it is made: before the event that shows it, such as `sentHead`, except that
    /// the decisions about a response follow its head.
    func observe(decision: Decision)
}

extension ExchangeObserver {
    /// No bytes are wanted.
    public var wantsBytes: Bool { false }
    /// Nothing is done with them.
    public func observe(sent bytes: RawSpan, isHead: Bool) {}
    /// Nothing is done with them.
    public func observe(received bytes: RawSpan) {}
    /// No heads are wanted as received.
    public var wantsRawHeads: Bool { false }
    /// Nothing is done with them.
    public func observe(head bytes: RawSpan, isTrailer: Bool) {}
    /// Nothing is done with them.
    public func observe(refused bytes: RawSpan) {}
    /// No messages are wanted.
    public var wantsTLSMessages: Bool { false }
    /// Nothing is done with them.
    public func observe(_ message: TLSMessage, bytes: RawSpan) {}

    /// No decisions are wanted.
    public var wantsDecisions: Bool { false }
    /// Nothing is done with them.
    public func observe(decision: Decision) {}

    /// Tells a decision, which is made into a value only if it is wanted.
    func tell(_ decision: @autoclosure () -> Decision) {
        if wantsDecisions { observe(decision: decision()) }
    }

    /// Takes TLS messages; `nil` if this observer doesn't want them.
    var tlsMessages: (@Sendable (TLSMessage, RawSpan) -> Void)? {
        if !wantsTLSMessages { return nil }
        return { observe($0, bytes: $1) }
    }
}

/// The details of a connection.
public struct ConnectionDetails: Sendable {
    /// Its number within the client, from 0.
    public var number: UInt64
    /// The URL's host.
    public var host: String
    /// The URL's port.
    public var port: UInt16
    /// The local address.
    public var localAddress: SocketAddress?
    /// The peer's address.
    public var peerAddress: SocketAddress?
    /// The negotiated TLS parameters; `nil` for a plain connection.
    public var tls: TLSDetails?
}
