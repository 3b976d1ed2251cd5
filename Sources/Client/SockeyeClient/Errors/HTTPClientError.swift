internal import SockeyeBytes
internal import SockeyeDigest
public import SockeyeURL
public import SockeyeHTTP1
public import SockeyeIO
public import SockeyeTLS
public import SockeyeWebSocket

/// Why a request failed: the phase, the origin, the cause, and how much was sent.
public struct HTTPClientError: Error, Sendable, Equatable {
    /// Where a request was when it failed.
    @nonexhaustive
    public enum Phase: String, Sendable, Hashable {
        /// Before anything was sent: the request itself is invalid.
        case prepare
        /// Waiting for a free connection.
        case pool
        /// Asking for the host's addresses.
        case resolve
        /// Opening a connection.
        case connect
        /// Agreeing on keys with TLS, and checking who the server is.
        case handshake
        /// Sending the request.
        case send
        /// Waiting for the response's head.
        case firstByte
        /// Receiving the response's body.
        case receive
    }

    /// The cause of a failure.
    ///
    /// Indirect, since every `throws(HTTPClientError)` makes room for the largest case and copies it.
    @nonexhaustive
    public indirect enum Cause: Sendable, Equatable {
        /// The URL can't be used.
        case invalidURL(HTTPURLError)
        /// The network failed.
        case network(IOError)
        /// TLS failed, or the server could not be authenticated.
        case tls(TLSError)
        /// What was sent or received is no valid HTTP.
        case http(HTTP1Error)
        /// A clock ran out, with its limit.
        case timedOut(Timeouts.Clock, after: Duration)
        /// The task was cancelled.
        case cancelled
        /// The proxy failed.
        case proxy(ProxyError)
        /// The body could not be decoded.
        case coding(ContentCodingError)
        /// An interceptor threw, or its response is unusable, with the error's description.
        case interceptor(String)
        /// A blocking call was made on an event loop's thread, which would deadlock.
        case calledOnEventLoop
        /// The user name, password or token cannot be sent.
        case credential(CredentialError)
        /// The request could not be signed.
        case signature(AWSSignatureError)
        /// A redirect could not be followed.
        case redirect(RedirectError)
        /// The client was closed.
        case clientClosed
        /// The body exceeds what `send` may buffer.
        case bodyTooLarge(limit: Int)
        /// The response's body was used after `perform`'s closure returned.
        case bodyOutOfScope
        /// The request's body stream threw, with the error's description.
        case requestBodyFailed(String)
        /// The request's body could not be made or sent.
        case requestBody(RequestBodyError)
        /// Nothing usable is in the cache, and the policy forbids loading it.
        case notCached
        /// What the cache stored of the body is damaged, and part of it was read already. It is removed from the cache.
        case storedBody(String)
        /// The WebSocket failed.
        case webSocket(WebSocketError)
        /// Something failed that no other case is for, with its description: a transport put in place of sockets, or a type of
        /// another library that can't hold the value.
        case unexpected(String)
    }

    /// Who has to fix it.
    @nonexhaustive
    public enum Party: String, Sendable, Hashable {
        /// The program that called.
        case caller
        /// What lies between client and server.
        case network
        /// The server.
        case server
    }

    /// The phase in which it failed.
    public var phase: Phase
    /// The origin, such as `http://example.com:80`; `nil` if the URL is invalid.
    public var origin: String?
    /// The cause.
    public var cause: Cause
    /// Bytes of the request accepted by the kernel on the last connection. If there were any, the server may have acted
    /// on them.
    package var requestBytesSent: Int64

    /// Creates an error.
    public init(_ phase: Phase, origin: String?, cause: Cause, requestBytesSent: Int64 = 0) {
        self.phase = phase
        self.origin = origin
        self.cause = cause
        self.requestBytesSent = requestBytesSent
    }

    /// Who caused it.
    public var party: Party {
        switch cause {
        case .credential(.serverUnproven): .server
        case .credential, .signature, .interceptor, .calledOnEventLoop, .unexpected: .caller
        case .invalidURL, .cancelled, .clientClosed, .bodyTooLarge, .bodyOutOfScope, .requestBodyFailed: .caller
        case .network(.invalidArgument), .network(.unusableLocalEnd): .caller
        case .requestBody, .notCached, .storedBody: .caller
        case .network, .timedOut: .network
        case .tls(.unreadableRoots), .tls(.unusableCertificate), .tls(.unusableCiphers),
            .tls(.unreadableRevocationList),
            .tls(.unwritableKeyLog):
            .caller
        case .tls: .server
        case .redirect(.bodyNotReplayable), .coding(.outOfMemory), .coding(.interrupted): .caller
        case .coding: .server
        case .proxy(.malformed), .proxy(.unsupportedScheme): .caller
        case .proxy: .network
        case .redirect: .server
        case .http(.caller): .caller
        case .http(.server): .server
        case .webSocket(.caller): .caller
        case .webSocket: .server
        }
    }
}

extension HTTPClientError: CustomStringConvertible {
    /// One line: the error, the origin, and what to do.
    public var description: String {
        let place = origin.map { " (\($0))" } ?? ""
        return switch cause {
        case .invalidURL(let error): error.description
        case .network(.unknownHost(let host, let reason, let isTemporary)):
            "could not resolve host \(host): \(reason)"
                + (isTemporary ? "; try again later" : Resolver.isOnion(host) ? "" : "; check the spelling")
        case .network(let error):
            "\(Self.words(for: phase))\(place): \(error)" + (error.advice.map { "; \($0)" } ?? "")
        case .tls(let error):
            "\(Self.words(for: phase))\(place): \(phase == .handshake ? error.detail : "\(error)")"
                + Self.words(forPinsOf: error)
        case .http(.server(.closedBeforeResponse, offset: 0)):
            "the server\(place) closed the connection without answering"
        case .http(.caller(let fault)): "\(fault)"
        case .http(let error): "the server\(place) sent a bad response: \(error)"
        case .timedOut(let clock, let limit):
            "timed out after \(Self.seconds(limit)) s \(Self.words(for: clock, in: phase))\(place)"
        case .cancelled: "cancelled\(place)"
        case .proxy(let error): "\(error)\(place)"
        case .coding(let error): "\(error)\(place)"
        case .credential(let error): "\(error)\(place)"
        case .signature(let error): "\(error)"
        case .redirect(.bodyNotReplayable):
            "\(RedirectError.bodyNotReplayable)\(place)\(Self.words(forSent: requestBytesSent))"
        case .interceptor(let reason): "an interceptor failed\(place): \(reason)"
        case .calledOnEventLoop:
            "a blocking call was made on an event loop's thread and would deadlock; use HTTPClient there"
        case .redirect(let error): "\(error)\(place)"
        case .clientClosed: "the client is closed; create a new one"
        case .bodyTooLarge(let limit):
            "the body\(place) is larger than \(limit) bytes; stream it with perform, or raise bufferedBodyLimit"
        case .bodyOutOfScope: "the response's body was read after perform's closure returned; read it inside"
        case .requestBody(let error):
            "\(error)\(place)\(Self.words(forSent: requestBytesSent))"
        case .notCached: "nothing usable is in the cache\(place), and the cache policy lets nothing be loaded"
        case .storedBody(let reason): "the cached body\(place) is damaged: \(reason); request it again"
        case .webSocket(.caller(let fault)): "\(fault)"
        case .webSocket(let error): "\(error)\(place)"
        case .unexpected(let reason): reason + place
        case .requestBodyFailed(let reason): "the request's body could not be read: \(reason)"
        }
    }

    /// What a server whose certificate is refused, or that misses every pin, could be recognised by.
    private static func words(forPinsOf error: TLSError) -> String {
        let (key, certificate): ([UInt8], [UInt8])
        switch error {
        case .notPinned(let mismatch): (key, certificate) = (mismatch.publicKey, mismatch.certificate)
        case .certificateRefused(_, let summary):
            (key, certificate) = (summary.serverKeyDigest, summary.serverFingerprint)
        default: return ""
        }
        if key.isEmpty { return "" }
        return "; the server's key is sha256//\(Base64.encode(key)), its certificate's SHA-256 "
            + "fingerprint \(Hex.encode(certificate))"
    }

    private static func words(forSent bytes: Int64) -> String {
        bytes > 0 ? "; \(bytes) bytes of the request were sent" : ""
    }

    private static func words(for phase: Phase) -> String {
        switch phase {
        case .prepare: "could not prepare the request"
        case .pool: "no connection became free"
        case .resolve: "could not resolve the host"
        case .connect: "could not connect"
        case .handshake: "the TLS handshake failed"
        case .send: "could not send the request"
        case .firstByte: "no response arrived"
        case .receive: "the response was cut off"
        }
    }

    private static func words(for clock: Timeouts.Clock, in phase: Phase) -> String {
        switch clock {
        case .pool: "waiting for a free connection"
        // Name the step that was under way.
        case .opening:
            words(for: phase == .resolve ? .resolve : phase == .handshake ? .handshake : .connect, in: phase)
        case .resolve: "resolving the host"
        case .connect: "connecting"
        case .handshake: "in the TLS handshake"
        case .firstByte: "without a response"
        case .idle: "without a byte moving"
        case .minimumSpeed: "below the minimum speed"
        case .total: "in total"
        case .pong: "without an answer to a ping"
        case .closing: "without an answer to the close frame"
        }
    }

    private static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        if milliseconds == 0, seconds > 0 || attoseconds == 0 { return "\(seconds)" }
        // Less than a millisecond is told in microseconds.
        let (count, places) = milliseconds > 0 ? (milliseconds, 3) : (attoseconds / 1_000_000_000_000, 6)
        return "\(seconds)." + ASCII.padded(count, to: places)
    }
}
