// Lesson 6: TLS. The same bytes, unreadable on the way, and a proof of who sent them.
// Run it:  swift run --package-path Examples Lesson06        (and its exercise:  swift run Lesson06 --solution)

import CourseSupport
import Sockeye
import SockeyeTLS
import SockeyeTesting
import SockeyeTransport

@main
enum OverTLS {
    static func main() async {
        await Course.run(lesson, solution: solution)
    }

    static func lesson() async throws {
        // snippet.connect
        let server = try await LoopbackServer.start(secure: true)
        var trust = TLSConfiguration()
        trust.roots = [.pem(server.authorityPEM)]
        let socket = try await TLSSocket.connect(host: "localhost", port: server.port, configuration: trust)
        // snippet.end

        // snippet.details
        Course.heading("what the handshake agreed on")
        if let details = socket.details {
            print("version \(details.version), cipher \(details.cipher)")
            print("the server is \(details.certificate?.alternativeNames ?? "nobody")")
        }
        // snippet.end

        // snippet.request
        Course.heading("HTTP, as ever")
        try await socket.send("GET /hello HTTP/1.1\r\nHost: \(server.authority)\r\nConnection: close\r\n\r\n")
        let answer = try await socket.receiveToEnd()
        print(String(decoding: answer.suffix(38), as: UTF8.self), terminator: "")
        socket.close()
        // snippet.end

        // snippet.messages
        Course.heading("the messages of a handshake")
        var configuration = HTTPClient.Configuration()
        configuration.tls = trust
        _ = try await HTTPClient(configuration: configuration)
            .send(.get(server.url("/hello")), observer: HandshakePrinter())
        // snippet.end
        await server.stop()

        try await refusals()
        try await cut()
    }

    // snippet.refusals
    /// Servers that can't prove who they are.
    static func refusals() async throws {
        Course.heading("who may not be trusted")
        for certificate: LoopbackConfiguration.Certificate in [
            .trusted, .unknownAuthority, .selfSigned, .wrongHost, .expired,
        ] {
            var configuration = LoopbackConfiguration()
            configuration.certificate = certificate
            let server = try await LoopbackServer.start(secure: true, configuration: configuration)
            var trust = TLSConfiguration()
            trust.roots = [.pem(server.authorityPEM)]
            do throws(StreamError) {
                let socket = try await TLSSocket.connect(host: "localhost", port: server.port, configuration: trust)
                print("\(certificate): connected")
                socket.close()
            } catch .tls(.certificateRefused(let reason, _)) {
                print("\(certificate): REFUSED, \(reason)")
            }
            await server.stop()
        }
    }
    // snippet.end

    // snippet.cut
    /// Lesson 3 had an answer without a length, whose end nobody could trust.
    static func cut() async throws {
        for (ending, name) in [(Step.close, "an end in order"), (.cut, "a cut")] {
            Course.heading(name)
            let server = try await LoopbackServer.start(
                secure: true, script: [.awaitRequest, .send("HTTP/1.1 200 OK\r\n\r\nred sal"), ending])
            var trust = TLSConfiguration()
            trust.roots = [.pem(server.authorityPEM)]
            let socket = try await TLSSocket.connect(host: "localhost", port: server.port, configuration: trust)
            try await socket.send("GET / HTTP/1.1\r\nHost: \(server.authority)\r\n\r\n")
            do throws(StreamError) {
                let answer = try await socket.receiveToEnd()
                print("received \(answer.count) bytes, and close_notify")
            } catch .tls(let error) {
                print(error)
            }
            socket.close()
            await server.stop()
        }
    }
    // snippet.end
}

// snippet.printer
/// Prints the names of TLS messages, those of the handshake only.
struct HandshakePrinter: ExchangeObserver {
    var interests: ClientEvent.Interests { .tls }

    func observe(_ event: ClientEvent) {}

    func observe(_ bytes: RawSpan, of part: WirePart) {
        guard case .tls(let message) = part, let name = message.name, name.contains("handshake") else { return }
        print("\(message.isSent ? "→" : "←") \(name)")
    }
}
// snippet.end
