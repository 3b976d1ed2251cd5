// Lesson 14: proxies and CONNECT. A server in between that may read everything, or nothing.
// Run it:  swift run --package-path Examples Lesson14        (and its exercise:  swift run Lesson14 --solution)

import CourseSupport
import Sockeye
import SockeyeIO
import SockeyeTesting

@main
enum ProxiesAndTunnels {
    static func main() async {
        await Course.run(lesson, solution: solution)
    }

    static func lesson() async throws {
        guard let anyPort = SocketAddress(numericHost: "127.0.0.1", port: 0) else { return }
        let listener = try Listener(on: anyPort)
        let proxy = SmallProxy(listener: listener)
        let server = try await LoopbackServer.start()
        let secure = try await LoopbackServer.start(secure: true)
        async let serving: Void = proxy.serve()

        // snippet.absolute
        Course.heading("a request to a proxy")
        let request = """
            GET \(server.url("/echo")) HTTP/1.1\r
            Host: \(server.authority)\r
            Connection: close\r
            \r

            """
        Wire.sent(request)
        let socket = try await Socket.connect(to: listener.address)
        try await socket.send(request)
        Wire.received(try await socket.receiveToEnd())
        socket.close()
        // snippet.end

        // snippet.connect
        Course.heading("a tunnel")
        let tunnel = try await Socket.connect(to: listener.address)
        let question = "CONNECT \(server.authority) HTTP/1.1\r\nHost: \(server.authority)\r\n\r\n"
        Wire.sent(question)
        try await tunnel.send(question)
        Wire.received(try await tunnel.receive())

        let inside = "GET /hello HTTP/1.1\r\nHost: \(server.authority)\r\nConnection: close\r\n\r\n"
        Wire.sent(inside)
        try await tunnel.send(inside)
        try tunnel.shutdownSending()
        Wire.received(try await tunnel.receiveToEnd())
        tunnel.close()
        // snippet.end

        try await client(through: listener.address, server, secure)
        listener.close()
        await serving
        await server.stop()
        await secure.stop()
    }

    // snippet.client
    /// The same with the client: it takes the first form for http, the second for https.
    static func client(
        through proxy: SocketAddress, _ server: LoopbackServer, _ secure: LoopbackServer
    ) async throws {
        let through = try ProxyServer(parsing: "http://\(proxy)")
        for url in [server.url("/hello"), secure.url("/hello", host: "localhost")] {
            Course.heading("the client: \(url.prefix { $0 != ":" })")
            var configuration = HTTPClient.Configuration()
            configuration.proxies = ProxySettings(http: through, https: through)
            configuration.tls.roots = [.pem(secure.authorityPEM)]
            let client = HTTPClient(configuration: configuration)
            print(try await client.get(url).text(), terminator: "")
            await client.close()
        }

        Course.heading("a tunnel that is refused")
        var configuration = HTTPClient.Configuration()
        configuration.proxies = ProxySettings(https: through)
        do {
            _ = try await HTTPClient(configuration: configuration).get("https://mail.example:25/")
        } catch {
            print(error)
        }
    }
    // snippet.end
}
