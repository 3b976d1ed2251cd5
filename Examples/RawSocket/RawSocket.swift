// HTTP by hand: one socket, one request typed out, one response read to its end.
// Run it:  swift run --package-path Examples RawSocket example.com        (plain HTTP, port 80)
//          swift run --package-path Examples RawSocket 127.0.0.1 8080 /   (another port and path)
//          swift run --package-path Examples RawSocket --tls example.com  (the same through TLS, port 443)

import Sockeye
import SockeyeIO
import SockeyeTransport

@main
enum RawSocket {
    static func main() async {
        var words = Array(CommandLine.arguments.dropFirst())
        let isSecure = words.first == "--tls"
        if isSecure { words.removeFirst() }
        guard let host = words.first, let port = UInt16(words.count > 1 ? words[1] : isSecure ? "443" : "80") else {
            print("usage: RawSocket [--tls] HOST [PORT [PATH]]")
            return
        }
        let path = words.count > 2 ? words[2] : "/"
        do {
            let answer = isSecure ? try await secure(host, port, path) : try await plain(host, port, path)
            show(answer)
        } catch {
            print("RawSocket: \(error)")
        }
    }

    static func request(_ host: String, _ path: String) -> String {
        "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
    }

    static func plain(_ host: String, _ port: UInt16, _ path: String) async throws -> [UInt8] {
        print("1. getaddrinfo(3)   names become addresses")
        let addresses = try await Resolver.addresses(of: host, port: port)
        print("                    \(addresses.map(\.description).joined(separator: ", "))")

        guard let address = addresses.first else { return [] }
        print("2. socket(2)        asks the kernel for a descriptor")
        print("3. connect(2)       opens TCP to \(address)")
        let socket = try await Socket.connect(to: address)
        print("                    from \(socket.localAddress.map(\.description) ?? "somewhere")")

        print("4. send(2)          hands the request's bytes to the kernel")
        try await socket.send(request(host, path))

        print("5. recv(2)          repeatedly, until it returns 0: the server has closed")
        let answer = try await socket.receiveToEnd()

        print("6. close(2)         releases the descriptor")
        socket.close()
        return answer
    }

    static func secure(_ host: String, _ port: UInt16, _ path: String) async throws -> [UInt8] {
        print("1. getaddrinfo(3), socket(2), connect(2), then SSL_do_handshake(3)")
        let socket = try await TLSSocket.connect(host: host, port: port)
        if let details = socket.details {
            print("                    \(details.version) with \(details.cipher)")
            print("                    the server is \(details.certificate?.subject ?? "nobody")")
        }
        print("2. SSL_write(3)     encrypts the request and sends it with send(2)")
        try await socket.send(request(host, path))
        print("3. SSL_read(3)      decrypts what recv(2) returns, until the server's close_notify")
        let answer = try await socket.receiveToEnd()
        print("4. SSL_shutdown(3)  sends our close_notify; then close(2)")
        socket.close()
        return answer
    }

    /// Splits the response at the first empty line into head and body (RFC 9112 section 2.1).
    static func show(_ answer: [UInt8]) {
        let emptyLine: [UInt8] = [13, 10, 13, 10]
        let split = answer.indices.first { answer[$0...].starts(with: emptyLine) } ?? answer.endIndex
        print("\n── head, \(split) bytes ──")
        print(String(decoding: answer[..<split], as: UTF8.self))
        let body = answer[split...].dropFirst(emptyLine.count)
        print("\n── body, \(body.count) bytes ──")
        print(String(decoding: body.prefix(400), as: UTF8.self))
    }
}
