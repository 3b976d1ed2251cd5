internal import CSystemShims

/// A TLS message as sent or received, or the header of its record (`SSL_set_msg_callback`).
public struct TLSMessage: Sendable, Hashable {
    /// Whether this side sent it.
    public var isSent: Bool
    /// The protocol version on the wire, such as 0x0303 for TLS 1.2.
    public var version: Int
    /// What it is, such as `TLS handshake, Client hello (1)`; `nil` for record headers and inner content types.
    public var name: String?

    /// Creates a message, for tests and for what was recorded.
    package init(isSent: Bool, version: Int, name: String?) {
        (self.isSent, self.version, self.name) = (isSent, version, name)
    }

    /// The version as text: `TLSv1.3`.
    package var versionName: String {
        switch version {
        case 0x0300: "SSLv3"
        case 0x0301: "TLSv1.0"
        case 0x0302...0x0304: "TLSv1.\(version - 0x0301)"
        default: "(\(String(version, radix: 16)))"
        }
    }

    /// - Parameters:
    ///   - kind: the record's content type (RFC 8446 section 5.1), or one of the shim's own.
    ///   - bytes: the message; its first byte is the type of a handshake message, an alert has two.
    init(isSent: Bool, version: Int, kind: Int, bytes: UnsafeRawBufferPointer) {
        self.isSent = isSent
        self.version = version
        // OpenSSL reports a record's header with version 0 or a kind that only OpenSSL has.
        guard version != 0, let first = bytes.first else { return }
        switch kind {
        case SOCKEYE_TLS_HEADER, SOCKEYE_TLS_INNER_TYPE: name = nil
        case SOCKEYE_TLS_CHANGE_CIPHER: name = "TLS change cipher, Change cipher spec (\(first))"
        case SOCKEYE_TLS_ALERT:
            let description = bytes.count > 1 ? bytes[1] : 0
            // SAFETY: OpenSSL returns a static NUL-terminated string.
            let words = sockeye_tls_alert_text(Int32(description)).map { String(cString: $0) } ?? "unknown"
            name = "TLS alert, \(words) (\(Int(first) << 8 | Int(description)))"
        case SOCKEYE_TLS_HANDSHAKE: name = "TLS handshake, \(Self.handshakeName(first)) (\(first))"
        case SOCKEYE_TLS_APPLICATION: name = "TLS app data, (\(first))"
        default: name = "TLS Unknown, (\(first))"
        }
    }

    /// The types of RFC 8446 section 4 and RFC 5246 section 7.4, named as in curl's traces.
    private static func handshakeName(_ type: UInt8) -> String {
        switch type {
        case 0: "Hello request"
        case 1: "Client hello"
        case 2: "Server hello"
        case 4: "Newsession Ticket"
        case 5: "End of early data"
        case 8: "Encrypted Extensions"
        case 11: "Certificate"
        case 12: "Server key exchange"
        case 13: "Request CERT"
        case 14: "Server finished"
        case 15: "CERT verify"
        case 16: "Client key exchange"
        case 20: "Finished"
        case 22: "Certificate Status"
        case 24: "Key update"
        default: "Unknown"
        }
    }
}

/// Receives the messages of a TLS session.
package final class TLSWatcher: Sendable {
    private let show: @Sendable (TLSMessage, RawSpan) -> Void

    /// - Parameter show: called during the session's steps, on the thread that runs them.
    package init(_ show: @escaping @Sendable (TLSMessage, RawSpan) -> Void) {
        self.show = show
    }

    /// The callback for C. It throws nothing and touches no session.
    static let receive: @convention(c) (UnsafeMutableRawPointer?, Int32, Int32, Int32, UnsafeRawPointer?, Int) -> Void =
        { context, isSent, version, kind, bytes, count in
            guard let context else { return }
            // SAFETY: the session that passed the context to C retains the watcher until it unregisters it.
            let watcher = Unmanaged<TLSWatcher>.fromOpaque(context).takeUnretainedValue()
            // SAFETY: OpenSSL's `count` bytes are valid during this call, and the span does not escape it.
            let buffer = UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count)
            let message = TLSMessage(isSent: isSent == 1, version: Int(version), kind: Int(kind), bytes: buffer)
            watcher.show(message, buffer.bytes)
        }
}
