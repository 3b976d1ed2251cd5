public import HTTPTypes
public import SockeyeURL
public import SockeyeHTTP1
public import SockeyeIO
public import SockeyeTLS

/// What happens on the way of a request, as it happens.
public enum ExchangeEvent: Sendable {
    /// The resolver is asked for this host.
    case resolving(host: String)
    /// It answered.
    case resolved([SocketAddress])
    /// Connections to these addresses are attempted, in this order.
    case connecting([SocketAddress])
    /// One of them is made.
    case connected(ConnectionDetails)
    /// The TLS handshake begins, with this name.
    case securing(host: String)
    /// The TLS handshake is done.
    case secured(TLSDetails)
    /// An idle connection is used again.
    case reused(ConnectionDetails)
    /// The request's head was handed to the kernel.
    case sentHead(RequestHead)
    /// So many bytes of the request's body were handed to the kernel, in all.
    case sentBody(bytes: Int64, total: Int64?)
    /// An interim (1xx) response.
    case informational(ResponseHead)
    /// The response's head, and how many bytes it had on the wire.
    case receivedHead(ResponseHead, byteCount: Int)
    /// So many bytes of the response's body came, in all.
    case receivedBody(bytes: Int64)
    /// The fields after a chunked body (RFC 9112 section 7.1.2).
    case receivedTrailers(HTTPFields)
    /// The request is tried again on a new connection, because the old one was dead.
    case retrying(HTTPClientError)
    /// The request is made again after this time, as the retry policy has it.
    case waitingToRetry(RetryReason, Duration)
    /// The response was a redirect and is followed.
    case redirecting(RedirectHop)
    /// These fields and credentials of the request stay behind, since the redirect leads to another origin: this URL's.
    case withholding([String], from: HTTPURL)
    /// An attempt is over, after `finished` if there was a connection: what it came to.
    case measured(AttemptMetrics)
    /// The call is over, whatever came of it; nothing follows.
    case ended
    /// The URL's host is known to be asked over TLS only, so that this URL is asked instead (RFC 6797).
    case upgrading(HTTPURL)
    /// The exchange is over: the connection waits for the next request (`nil`), or is closed for this reason.
    case finished(ConnectionDetails, closing: CloseReason?)
}

/// Sees what happens on the way of a request. Called by the task that performs it; must be quick.
public protocol ExchangeObserver: Sendable {
    /// Something happened.
    func observe(_ event: ExchangeEvent)

    /// Whether the bytes of requests and bodies are to be shown too; false unless told. They then all come through this process, where
    /// the kernel might have moved them (`splice(2)`).
    var wantsBytes: Bool { get }

    /// Bytes of the request went out, as they are on the wire: framing included, TLS not. The head comes as a whole.
    func observe(sent bytes: RawSpan, isHead: Bool)

    /// Bytes of the response's body came in, likewise.
    func observe(received bytes: RawSpan)

    /// Whether the messages of TLS are to be shown too; false unless told.
    var wantsTLSMessages: Bool { get }

    /// A message of TLS went out or came in, or the header of a record, decrypted.
    func observe(_ message: TLSMessage, bytes: RawSpan)
}

extension ExchangeObserver {
    /// No bytes are wanted.
    public var wantsBytes: Bool { false }
    /// Nothing is done with them.
    public func observe(sent bytes: RawSpan, isHead: Bool) {}
    /// Nothing is done with them.
    public func observe(received bytes: RawSpan) {}
    /// No messages are wanted.
    public var wantsTLSMessages: Bool { false }
    /// Nothing is done with them.
    public func observe(_ message: TLSMessage, bytes: RawSpan) {}

    /// Who shows the messages of a TLS session to this observer; `nil` when it does not want them.
    var tlsWatcher: TLSWatcher? {
        wantsTLSMessages ? TLSWatcher { observe($0, bytes: $1) } : nil
    }
}

/// What is known of a connection.
public struct ConnectionDetails: Sendable {
    /// Its number within the client, from 0.
    public var number: UInt64
    /// The host as the URL names it.
    public var host: String
    /// The port as the URL names it.
    public var port: UInt16
    /// Where this end is.
    public var localAddress: SocketAddress?
    /// Where the other end is.
    public var peerAddress: SocketAddress?
    /// What TLS agreed on; `nil` for a plain connection.
    public var tls: TLSDetails?
}
