internal import SockeyeIO
internal import SockeyeRecording
internal import SockeyeTLS
internal import SockeyeTransport

// Errors of the network and of TLS as values of a recording.

typealias Value = RecordingEntry.Value

extension StreamError {
    /// The values of an entry.
    var recorded: [Value] {
        switch self {
        case .io(let error): error.recorded
        case .tls(let error): error.recorded
        case .failed(let reason): [Value("error", "failed"), Value("reason", reason)]
        case .damaged(let reason): [Value("error", "damaged"), Value("reason", reason)]
        }
    }

    /// The error that an entry holds; of an unknown one, its name.
    init(_ entry: RecordingEntry) {
        let reason = entry.text("reason") ?? ""
        let number = Int32(clamping: entry.number("number") ?? 0)
        switch entry.text("error") ?? "" {
        case "system": self = .io(.system(call: entry.text("call") ?? "", errorNumber: number))
        case "unknown-host":
            self = .io(
                .unknownHost(
                    entry.text("host") ?? "", reason: reason, isTemporary: entry.text("temporary") == "yes"))
        case "invalid": self = .io(.invalidArgument(reason))
        case "local-end": self = .io(.unusableLocalEnd(entry.text("host") ?? "", reason: reason))
        case "timed-out": self = .io(.timedOut)
        case "cancelled": self = .io(.cancelled)
        case "closed": self = .io(.closed)
        case "limit": self = .io(.limitExceeded(Int(number)))
        case "failed": self = .failed(reason)
        case "damaged": self = .damaged(reason)
        case let name: self = .tls(TLSError(name, reason, number, entry))
        }
    }
}

extension IOError {
    fileprivate var recorded: [Value] {
        switch self {
        case .system(let call, let number):
            [Value("error", "system"), Value("call", call), Value("number", number)]
        case .unknownHost(let host, let reason, let isTemporary):
            [
                Value("error", "unknown-host"), Value("host", host), Value("reason", reason),
                Value("temporary", isTemporary ? "yes" : "no"),
            ]
        case .invalidArgument(let reason): [Value("error", "invalid"), Value("reason", reason)]
        case .unusableLocalEnd(let name, let reason):
            [Value("error", "local-end"), Value("host", name), Value("reason", reason)]
        case .timedOut: [Value("error", "timed-out")]
        case .cancelled: [Value("error", "cancelled")]
        case .closed: [Value("error", "closed")]
        case .limitExceeded(let limit): [Value("error", "limit"), Value("number", limit)]
        }
    }
}

extension TLSError {
    fileprivate var recorded: [Value] {
        func named(_ name: String, _ reason: String) -> [Value] { [Value("error", name), Value("reason", reason)] }
        switch self {
        case .certificateRefused(let refusal, let certificate):
            return [Value("error", "certificate"), Value("check", refusal.recorded.name)]
                + (refusal.recorded.reason.map { [Value("reason", $0)] } ?? []) + certificate.recorded
        case .protocolFailure(let reason): return named("tls", reason)
        case .truncated: return [Value("error", "tls-truncated")]
        case .system(let number): return [Value("error", "tls-system"), Value("number", number)]
        case .unreadableRoots(let path): return named("tls-roots", path)
        case .unusableCertificate(let reason): return named("tls-identity", reason)
        case .notPinned(let mismatch):
            return [
                Value("error", "tls-pins"), Value("key", mismatch.publicKey),
                Value("certificate", mismatch.certificate),
            ]
        case .certificateStatus(let problem):
            let (name, reason) = problem.recorded
            return [Value("error", "tls-status"), Value("check", name)] + (reason.map { [Value("reason", $0)] } ?? [])
        case .unusableCiphers(let reason): return named("tls-ciphers", reason)
        case .unreadableRevocationList(let reason): return named("tls-revocations", reason)
        case .unwritableKeyLog(let path): return named("tls-key-log", path)
        case .invalidHostName(let host): return named("tls-host", host)
        case .outOfMemory: return [Value("error", "tls-memory")]
        }
    }

    fileprivate init(_ name: String, _ reason: String, _ number: Int32, _ entry: RecordingEntry) {
        switch name {
        case "certificate":
            self = .certificateRefused(
                CertificateRefusal(recorded: entry.text("check") ?? "", reason),
                CertificateSummary(recorded: entry)
                    ?? CertificateSummary(subject: "", issuer: "", notBefore: "", notAfter: ""))
        case "tls-truncated": self = .truncated
        case "tls-system": self = .system(errorNumber: number)
        case "tls-roots": self = .unreadableRoots(reason)
        case "tls-identity": self = .unusableCertificate(reason)
        case "tls-pins":
            self = .notPinned(
                PinMismatch(publicKey: entry.bytes("key") ?? [], certificate: entry.bytes("certificate") ?? []))
        case "tls-status":
            self = .certificateStatus(StapledStatusProblem(recorded: entry.text("check") ?? "", entry.text("reason")))
        case "tls-ciphers": self = .unusableCiphers(reason)
        case "tls-revocations": self = .unreadableRevocationList(reason)
        case "tls-key-log": self = .unwritableKeyLog(reason)
        case "tls-host": self = .invalidHostName(reason)
        case "tls-memory": self = .outOfMemory
        default: self = .protocolFailure(reason.isEmpty ? name : reason)
        }
    }
}

extension CertificateRefusal {
    /// Those without their own message.
    private static let named: [(String, CertificateRefusal)] = [
        ("expired", .expired), ("not-yet-valid", .notYetValid), ("wrong-host", .wrongHost),
        ("self-signed", .selfSigned), ("unknown-issuer", .unknownIssuer), ("revoked", .revoked), ("weak", .weak),
        ("wrong-purpose", .wrongPurpose), ("chain-too-long", .chainTooLong), ("no-authority", .notAnAuthority),
        ("revocation-unknown", .revocationUnknown),
    ]

    fileprivate var recorded: (name: String, reason: String?) {
        if case .other(let reason) = self { return ("other", reason) }
        return (Self.named.first { $0.1 == self }?.0 ?? "other", nil)
    }

    fileprivate init(recorded name: String, _ reason: String) {
        self = Self.named.first { $0.0 == name }?.1 ?? .other(reason)
    }
}

extension StapledStatusProblem {
    fileprivate var recorded: (name: String, reason: String?) {
        switch self {
        case .absent: ("absent", nil)
        case .malformed: ("malformed", nil)
        case .noAnswer(let reason): ("no-answer", reason)
        case .untrusted: ("untrusted", nil)
        case .otherCertificate: ("other-certificate", nil)
        case .expired: ("expired", nil)
        case .revoked(let reason): ("revoked", reason)
        case .unknown: ("unknown", nil)
        }
    }

    fileprivate init(recorded name: String, _ reason: String?) {
        switch name {
        case "absent": self = .absent
        case "no-answer": self = .noAnswer(reason ?? "")
        case "untrusted": self = .untrusted
        case "other-certificate": self = .otherCertificate
        case "expired": self = .expired
        case "revoked": self = .revoked(reason)
        case "unknown": self = .unknown
        default: self = .malformed
        }
    }
}
