import Sockeye
import SockeyeTLS
import Testing

@testable import SockeyeCLI

struct TransferFailureTests {
    /// The option that helps is the one for whoever was refused.
    @Test(
        "Advice for a refused certificate",
        arguments: [
            (
                "https://a.test:443",
                "; --cacert FILE trusts another authority, --accept-cert FINGERPRINT just this certificate"
            ),
            ("proxy https://a.test:3128", "; --proxy-cacert FILE trusts another authority"),
            // A host's name is no sign of a proxy.
            (
                "https://proxy:443",
                "; --cacert FILE trusts another authority, --accept-cert FINGERPRINT just this certificate"
            ),
        ])
    func refusedCertificate(origin: String, advice: String) {
        let certificate = CertificateSummary(
            subject: "CN = a.test", issuer: "CN = a.test", notBefore: "", notAfter: "", depth: 0,
            verificationFailure: "self-signed certificate", verificationCode: 18)
        let cause = HTTPClientError.Cause.tls(.certificateRefused(.selfSigned, certificate))
        let failure = TransferFailure(HTTPClientError(.handshake, origin: origin, cause: cause))
        #expect(failure.message.hasSuffix(advice))
        #expect(failure.exitCode == .peerVerificationFailed && failure.verifyResult == 18)
    }

    @Test(
        "Connections that can't be made, as in curl: ECONNREFUSED, ETIMEDOUT, EHOSTUNREACH, ENETUNREACH",
        arguments: [
            (111, .connect, .couldNotConnect), (110, .connect, .operationTimedOut),
            (113, .connect, .couldNotConnect), (101, .connect, .couldNotConnect), (110, .receive, .receiveError),
        ] as [(Int32, HTTPClientError.Phase, ExitCode)])
    func unconnected(_ errorNumber: Int32, _ phase: HTTPClientError.Phase, _ expected: ExitCode) {
        let cause = HTTPClientError.Cause.network(.system(call: "connect", errorNumber: errorNumber))
        #expect(TransferFailure(HTTPClientError(phase, origin: nil, cause: cause)).exitCode == expected)
    }

    @Test(
        "A server that asks for a certificate, before or after the first byte",
        arguments: [HTTPClientError.Phase.send, .firstByte])
    func certificateRequired(_ phase: HTTPClientError.Phase) {
        let alert = HTTPClientError.Cause.tls(.protocolFailure("tlsv13 alert certificate required"))
        let failure = TransferFailure(HTTPClientError(phase, origin: "https://a.test:443", cause: alert))
        #expect(failure.exitCode == .clientCertificateRequired && failure.message.contains("; -E FILE"), "\(failure)")
        let other = HTTPClientError.Cause.tls(.protocolFailure("tlsv1 alert internal error"))
        #expect(TransferFailure(HTTPClientError(phase, origin: nil, cause: other)).exitCode == .receiveError)
    }

    @Test(
        "A refused status says what can help, if anything",
        arguments: [(401, " -u NAME"), (407, " -U NAME"), (429, " --retry NUMBER"), (404, nil), (503, nil)]
            as [(Int, String?)])
    func refusedStatuses(status: Int, advice: String?) {
        let message = TransferFailure(status: status).message
        #expect(message.hasPrefix("The requested URL returned error: \(status)"))
        #expect(message.contains(advice ?? "error: \(status)") && message.contains(";") == (advice != nil))
    }
}
