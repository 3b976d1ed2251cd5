import SockeyeClient
import SockeyeTLS
import Testing

/// A failure is told once.
struct FailureWordsTests {
    @Test(arguments: [
        (HTTPClientError.Phase.handshake, "no shared cipher", "the TLS handshake failed (https://h): no shared cipher"),
        (.receive, "bad record", "the response was cut off (https://h): TLS failed: bad record"),
        (
            .handshake, "wrong version number",
            "the TLS handshake failed (https://h): the server's answer is not TLS (wrong version number); is this a plain http port?"
        ),
    ])
    func handshakes(phase: HTTPClientError.Phase, reason: String, text: String) {
        #expect("\(HTTPClientError(phase, origin: "https://h", cause: .tls(.protocolFailure(reason))))" == text)
    }
}
