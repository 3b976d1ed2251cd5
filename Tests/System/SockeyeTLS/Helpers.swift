import SockeyeIO
import SockeyeTLS
import SockeyeTesting
import SockeyeTransport
import Testing

/// The deadline for everything in these tests.
var patience: Deadline { .after(.seconds(30)) }

extension LoopbackServer {
    /// Starts a server with this certificate.
    static func secure(
        _ certificate: LoopbackConfiguration.Certificate = .trusted, script: Script? = nil,
        versions: ClosedRange<Int> = 12...13
    ) async throws -> LoopbackServer {
        var configuration = LoopbackConfiguration()
        configuration.certificate = certificate
        configuration.lowestVersion = versions.lowerBound == 12 ? .tls12 : .tls13
        configuration.highestVersion = versions.upperBound == 12 ? .tls12 : .tls13
        return try await start(secure: true, script: script, configuration: configuration)
    }

    /// Makes a TLS connection to it, trusting its authority by default.
    func connect(
        host: String = "localhost", _ configuration: TLSConfiguration? = nil
    ) async throws(StreamError) -> TLSSocket {
        try await TLSSocket.connect(
            host: host, port: port, configuration: configuration ?? TLSConfiguration(roots: [.pem(authorityPEM)]),
            until: patience)
    }
}

extension TLSSocket {
    /// Requests `/hello` and returns the response as text.
    func fetchHello() async throws -> String {
        try await send("GET /hello HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", until: patience)
        return String(decoding: try await receiveToEnd(until: patience), as: UTF8.self)
    }
}

/// The error of a TLS handshake that must fail.
func handshakeFailure(_ connect: () async throws(StreamError) -> TLSSocket) async -> TLSError? {
    do throws(StreamError) {
        _ = try await connect()
        return nil
    } catch .tls(let error) {
        return error
    } catch {
        Issue.record("not a TLS error: \(error)")
        return nil
    }
}
