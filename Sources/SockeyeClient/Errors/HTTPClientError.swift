public import SockeyeURL
public import SockeyeHTTP1
public import SockeyeIO
public import SockeyeTLS

/// Why a request failed: in which phase, with whom, for what cause, and how far it got.
public struct HTTPClientError: Error, Sendable, Equatable {
    /// Where a request was when it failed.
    public enum Phase: String, Sendable, Hashable {
        /// Before anything was done: the request itself is at fault.
        case prepare
        /// Waiting for a connection's turn.
        case pool
        case resolve, connect, handshake, send
        /// Waiting for the response's head.
        case wait
        case receive
    }

    /// What was wrong.
    public enum Cause: Sendable, Equatable {
        case invalidURL(HTTPURLError)
        case network(IOError)
        case tls(TLSError)
        case http(HTTP1Error)
        /// A clock ran out; which one, and what it was set to.
        case timedOut(Timeouts.Clock, after: Duration)
        case cancelled
        /// The proxy on the way was of no use.
        case proxy(ProxyError)
        /// The body could not be decoded.
        case coding(ContentCodingError)
        /// An interceptor threw, or its answer is of no use; the words of its error.
        case interceptor(String)
        /// A blocking call was made on an event loop's own thread, which would wait for itself.
        case calledOnEventLoop
        /// The user name, password or token cannot be sent.
        case credential(CredentialError)
        /// The request could not be signed.
        case signature(AWSSignatureError)
        /// A redirect could not be followed.
        case redirect(RedirectError)
        /// The client was closed.
        case clientClosed
        /// The body is larger than `send` may keep.
        case bodyTooLarge(limit: Int)
        /// The response's body was used after `perform`'s closure returned.
        case bodyOutOfScope
        /// The request's body could not be produced; the words of the error its stream threw.
        case requestBodyFailed(String)
        /// The request's body could not be made or sent.
        case requestBody(RequestBodyError)
    }

    /// Who has to change something.
    public enum Party: String, Sendable, Hashable {
        case caller, network, server
    }

    /// Where the request was.
    public var phase: Phase
    /// Whom it was for, as `http://example.com:80`; `nil` when the URL did not say.
    public var origin: String?
    /// What was wrong.
    public var cause: Cause
    /// Bytes of the request that the kernel took on the last connection. When there were some, the server may have
    /// acted on them.
    public var requestBytesSent: Int64

    /// An error by its parts.
    public init(_ phase: Phase, origin: String?, cause: Cause, requestBytesSent: Int64 = 0) {
        self.phase = phase
        self.origin = origin
        self.cause = cause
        self.requestBytesSent = requestBytesSent
    }

    /// Whose fault it is.
    public var party: Party {
        switch cause {
        case .credential, .signature, .interceptor, .calledOnEventLoop: .caller
        case .invalidURL, .cancelled, .clientClosed, .bodyTooLarge, .bodyOutOfScope, .requestBodyFailed: .caller
        case .network(.invalidArgument), .network(.unusableLocalEnd): .caller
        case .requestBody: .caller
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
        }
    }
}

extension HTTPClientError: CustomStringConvertible {
    /// One line: what, with whom, and what to do.
    public var description: String {
        let place = origin.map { " (\($0))" } ?? ""
        return switch cause {
        case .invalidURL(let error): error.description
        case .network(.unknownHost(let host, let reason, let isTemporary)):
            "could not resolve host \(host): \(reason)"
                + (isTemporary ? "; try again later" : "; check the spelling")
        case .network(let error):
            "\(Self.words(for: phase))\(place): \(error)" + (error.advice.map { "; \($0)" } ?? "")
        case .tls(let error): "\(Self.words(for: phase))\(place): \(error)"
        case .http(.server(.closedBeforeResponse, _)): "the server\(place) closed the connection without answering"
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
            "a blocking call was made on an event loop's own thread and would wait for ever; use HTTPClient there"
        case .redirect(let error): "\(error)\(place)"
        case .clientClosed: "the client is closed; make a new one"
        case .bodyTooLarge(let limit):
            "the body\(place) is larger than \(limit) bytes; stream it with perform, or raise bufferedBodyLimit"
        case .bodyOutOfScope: "the response's body was read after perform's closure returned; read it inside"
        case .requestBody(let error):
            "\(error)\(place)\(Self.words(forSent: requestBytesSent))"
        case .requestBodyFailed(let reason): "the request's body could not be read: \(reason)"
        }
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
        case .wait: "no response came"
        case .receive: "the response was cut"
        }
    }

    private static func words(for clock: Timeouts.Clock, in phase: Phase) -> String {
        switch clock {
        case .pool: "waiting for a free connection"
        // What was under way when the time was over.
        case .opening:
            words(for: phase == .resolve ? .resolve : phase == .handshake ? .tls : .connect, in: phase)
        case .resolve: "resolving the host"
        case .connect: "connecting"
        case .tls: "in the TLS handshake"
        case .firstByte: "without a response"
        case .idle: "without a byte moving"
        case .minimumSpeed: "below the least speed"
        case .total: "in all"
        }
    }

    private static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        if milliseconds == 0 { return "\(seconds)" }
        let digits = String(milliseconds)
        return "\(seconds)." + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    }
}
