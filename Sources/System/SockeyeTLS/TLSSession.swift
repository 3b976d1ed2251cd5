internal import CSystemShims

/// One TLS connection over a descriptor, as steps that never wait (`SSL`).
///
/// ```
///  handshaking ── done ──→ open ── peer's close_notify ──→ ended
///       │                   │ └─── closed without it ────→ TLSError.truncated
///       └── failed          └───── a record fails ───────→ TLSError.protocolFailure
/// ```
///
/// Every step does what it can and returns what it needs next; the caller waits for that and calls again. Only one task
/// at a time may use a session.
package final class TLSSession {
    /// The result of a step.
    package enum Step: Sendable, Hashable {
        /// This many bytes were moved.
        case done(Int)
        /// The peer sent `close_notify`: nothing more comes, and nothing is missing.
        case ended
        case wantsRead
        case wantsWrite
    }

    let raw: OpaquePointer
    let context: TLSContext
    /// The name or address of the server; empty on a server's session.
    let host: String
    /// What was decided about the server so far.
    var verdict = TLSVerdict()
    /// The session with a proxy that this one runs through; it must live as long.
    private let outer: TLSSession?
    /// Receives every message; C holds it unretained.
    private var watcher: TLSWatcher?

    /// Makes a client's session. The descriptor must outlive it.
    ///
    /// - Parameters:
    ///   - host: the peer; sent as SNI if it is a name, and checked against the certificate (see `PeerName`).
    ///   - isAddress: whether `host` is an IPv4 or IPv6 address.
    package init(
        context: TLSContext, descriptor: Int32, host: String, isAddress: Bool, resuming ticket: TLSTicket? = nil
    ) throws(TLSError) {
        let name = try PeerName(host, isAddress: isAddress)
        var isRefused: Int32 = 0
        guard
            let raw = sockeye_tls_client_session(
                context.raw, descriptor, name.text, isAddress ? 1 : 0, context.verifiesPeer ? 1 : 0,
                context.requiresStapledStatus ? nil : ticket?.raw, &isRefused)
        else { throw isRefused != 0 ? .invalidHostName(host) : .outOfMemory }
        self.raw = raw
        self.context = context
        self.host = name.text
        outer = nil
    }

    /// Makes a client's session through another one, such as to a server behind a proxy reached over TLS.
    package init(
        context: TLSContext, over outer: TLSSession, host: String, isAddress: Bool, resuming ticket: TLSTicket? = nil
    ) throws(TLSError) {
        let name = try PeerName(host, isAddress: isAddress)
        var isRefused: Int32 = 0
        guard
            let raw = sockeye_tls_client_session(
                context.raw, -1, name.text, isAddress ? 1 : 0, context.verifiesPeer ? 1 : 0,
                context.requiresStapledStatus ? nil : ticket?.raw, &isRefused)
        else { throw isRefused != 0 ? .invalidHostName(host) : .outOfMemory }
        sockeye_tls_run_over(raw, outer.raw)
        self.raw = raw
        self.context = context
        self.host = name.text
        self.outer = outer
    }

    /// Makes a server's session.
    package init(serverContext context: TLSContext, descriptor: Int32) throws(TLSError) {
        guard let raw = sockeye_tls_server_session(context.raw, descriptor) else { throw .outOfMemory }
        self.raw = raw
        self.context = context
        host = ""
        outer = nil
    }

    deinit {
        sockeye_tls_session_free(raw)
    }

    /// The result of a step of the handshake.
    package enum HandshakeStep: Sendable, Hashable {
        case done, wantsRead, wantsWrite
        /// The server would be refused: `answer` this, then call again.
        case asks(TLSTrustQuestion)
    }

    /// Continues the handshake (`SSL_do_handshake`).
    package func handshake() throws(TLSError) -> HandshakeStep {
        while true {
            if let refusal = verdict.refusal, !verdict.canAlert { throw refusal }
            let code = Int(sockeye_tls_handshake(raw))
            switch code {
            case SOCKEYE_TLS_WANT_READ: return .wantsRead
            case SOCKEYE_TLS_WANT_WRITE: return .wantsWrite
            case SOCKEYE_TLS_WANT_ANSWER:
                if let question = judge() { return .asks(question) }
            case SOCKEYE_TLS_DONE:
                verdict.isHandshakeDone = true
                if let question = judge() { return .asks(question) }
                if let refusal = verdict.refusal { throw refusal }
                return .done
            default:
                if let refusal = verdict.refusal { throw refusal }
                // No data can have been lost yet, so this is a refusal rather than a truncation.
                if code == SOCKEYE_TLS_TRUNCATED {
                    throw .protocolFailure("the peer closed the connection during the handshake")
                }
                _ = try step(code)
            }
        }
    }

    /// Shows every TLS message to `watcher` from now on; `nil` stops it. Costs nothing without a watcher.
    package func watch(_ watcher: TLSWatcher?) {
        guard watcher != nil || self.watcher != nil else { return }
        sockeye_tls_watch(raw, nil, nil)
        self.watcher = watcher
        guard let watcher else { return }
        // SAFETY: `self` retains the watcher while C has it, and unregisters it before releasing it.
        sockeye_tls_watch(raw, TLSWatcher.receive, Unmanaged.passUnretained(watcher).toOpaque())
    }

    /// Decrypts as much as has arrived into `buffer` (`SSL_read`, repeated).
    ///
    /// - Parameter hasNews: `false` if nothing has told of bytes since the last read: the socket isn't asked again then if
    ///   that read took all it had.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer, hasNews: Bool = true
    ) throws(TLSError) -> Step {
        // SAFETY: the shim writes at most `buffer.count` bytes at its base, and does not keep the pointer.
        let count = sockeye_tls_read(raw, buffer.baseAddress, buffer.count, hasNews ? 1 : 0)
        return count > 0 ? .done(count) : try step(count)
    }

    /// Encrypts and sends as much of `bytes` as the connection takes (`SSL_write`, repeated).
    ///
    /// After `.wantsWrite` the bytes of the next call must begin with the same ones: they are taken already.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(TLSError) -> Step {
        if bytes.isEmpty { return .done(0) }
        // SAFETY: the shim reads at most `bytes.count` bytes at its base, and does not keep the pointer.
        let count = sockeye_tls_write(raw, bytes.baseAddress, bytes.count)
        // What an earlier call left went out in place of these.
        if count > bytes.count { throw .protocolFailure("a write was given up before it ended") }
        return count > 0 ? .done(count) : try step(count)
    }

    /// A TLS 1.3 message that carries no data.
    package enum Dataless: Sendable, Hashable {
        /// RFC 8446 section 4.6.3.
        case keyUpdate
        /// RFC 8446 section 4.6.1; sent by servers only.
        case ticket
    }

    /// Sends a message that carries no data. For servers that misbehave on purpose.
    package func send(_ message: Dataless) throws(TLSError) -> Step {
        let kind = message == .ticket ? SOCKEYE_TLS_NEW_TICKET : SOCKEYE_TLS_KEY_UPDATE
        let code = sockeye_tls_send_dataless(raw, Int32(kind))
        return code == SOCKEYE_TLS_DONE ? .done(0) : try step(Int(code))
    }

    /// Sends `close_notify` without waiting for the peer's (`SSL_shutdown`), and to the proxy that it runs through, if any.
    ///
    /// - Returns: whether it is sent, or never will be; false if there is no room for it now.
    @discardableResult
    package func close() -> Bool {
        if Int(sockeye_tls_close(raw)) == SOCKEYE_TLS_WANT_WRITE { return false }
        return outer?.close() ?? true
    }

    private func step(_ code: Int) throws(TLSError) -> Step {
        switch code {
        case SOCKEYE_TLS_DONE: return .ended
        case SOCKEYE_TLS_WANT_READ: return .wantsRead
        case SOCKEYE_TLS_WANT_WRITE: return .wantsWrite
        case SOCKEYE_TLS_TRUNCATED: throw .truncated
        case SOCKEYE_TLS_SYSTEM: throw .system(errorNumber: sockeye_tls_system_error(raw))
        case SOCKEYE_TLS_CERTIFICATE:
            // SAFETY: the description belongs to the session, which `self` keeps alive for the access.
            guard let refused = sockeye_tls_refusal(raw, 0)?.pointee else {
                throw .protocolFailure("certificate refused")
            }
            throw certificateError(refused)
        default:
            // SAFETY: the text is NUL-terminated and belongs to the session, which `self` keeps alive for the access.
            throw .protocolFailure(sockeye_tls_error_text(raw).map { String(cString: $0) } ?? "unknown error")
        }
    }

    // MARK: After the handshake

    /// What the handshake negotiated.
    package var details: TLSDetails {
        // SAFETY: OpenSSL returns static NUL-terminated strings.
        let version = sockeye_tls_version(raw).map { String(cString: $0) } ?? "TLS"
        let cipher = sockeye_tls_cipher(raw).map { String(cString: $0) } ?? "none"
        let applicationProtocol = text(capacity: 256) { buffer, capacity in
            _ = sockeye_tls_protocol(raw, buffer, capacity)
        }
        var certificate = sockeye_tls_certificate()
        let hasCertificate = sockeye_tls_peer_certificate(raw, &certificate) == 0
        return TLSDetails(
            version: version, cipher: cipher,
            applicationProtocol: applicationProtocol.isEmpty ? nil : applicationProtocol,
            wasResumed: sockeye_tls_was_resumed(raw) != 0,
            certificate: hasCertificate ? recognisable(certificate) : nil, warnings: warnings,
            chain: context.describesChain ? chain : [])
    }

    private var chain: [String] {
        var chain: [String] = []
        while let text = sockeye_tls_chain_text(raw, Int32(chain.count)) {
            // SAFETY: the text is NUL-terminated and owned by this call, which frees it once, after copying it.
            chain.append(String(cString: text))
            sockeye_certificate_free(text)
        }
        return chain
    }

    /// The host name the client asked for (SNI), on a server's session.
    package var serverName: String? {
        // SAFETY: the text is NUL-terminated and belongs to the session, which `self` keeps alive for the access.
        sockeye_tls_server_name(raw).map { String(cString: $0) }
    }

    /// The newest ticket from the peer, for the next connection to it.
    ///
    /// `nil` if the server was accepted by `TLSConfiguration.trustDecision`: resuming would skip the question.
    package func takeTicket() -> TLSTicket? {
        verdict.accepted.isEmpty ? sockeye_tls_take_ticket(raw).map { TLSTicket(owning: $0) } : nil
    }
}

/// What a TLS handshake negotiated.
public struct TLSDetails: Sendable, Hashable {
    /// The version, such as `TLSv1.3`.
    public var version: String
    /// OpenSSL's name for the cipher suite, such as `TLS_AES_256_GCM_SHA384`.
    public var cipher: String
    /// The protocol ALPN chose, such as `http/1.1`; `nil` if the server chose none.
    public var applicationProtocol: String?
    /// Whether an earlier session was resumed, which saves both sides the certificates.
    public var wasResumed: Bool
    /// The server's own certificate.
    public var certificate: CertificateSummary?
    /// What the user should be warned about.
    public var warnings: [TLSWarning] = []
    /// The certificates that the server sent, its own first, if `TLSConfiguration.describesChain` is on: each as text,
    /// one property per line ("Subject:CN = example.com"), followed by the certificate in PEM.
    public var chain: [String] = []

    /// Creates details, for tests and for what was recorded.
    package init(
        version: String, cipher: String, applicationProtocol: String? = nil, wasResumed: Bool = false,
        certificate: CertificateSummary? = nil, warnings: [TLSWarning] = [], chain: [String] = []
    ) {
        (self.version, self.cipher, self.applicationProtocol) = (version, cipher, applicationProtocol)
        (self.wasResumed, self.certificate, self.warnings, self.chain) = (wasResumed, certificate, warnings, chain)
    }
}

// SAFETY: an SSL_SESSION has an atomic reference count and is not changed after it was made.
/// A ticket that resumes a TLS session later (`SSL_SESSION`).
package final class TLSTicket: @unchecked Sendable {
    let raw: OpaquePointer

    init(owning raw: OpaquePointer) {
        self.raw = raw
    }

    deinit {
        sockeye_tls_ticket_free(raw)
    }
}
