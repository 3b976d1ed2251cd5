import CourseSupport
import Sockeye
import SockeyeIO

/// A proxy of two rules. It prints what it can read.
struct SmallProxy {
    struct Refused: Error {}

    let listener: Listener

    // snippet.serve
    /// Serves one connection after the other, until the listener is closed.
    func serve() async {
        while let client = await listener.next() {
            do {
                let head = try await Self.head(from: client)
                let words = (head.lines.first ?? "").split(separator: " ").map(String.init)
                guard words.count == 3 else { throw Refused() }
                print("   the proxy reads “\(words.joined(separator: " "))”")
                if words[0] == "CONNECT" {
                    try await tunnel(client, to: words[1])
                } else {
                    try await forward(client, words, head.lines.dropFirst(), head.rest)
                }
            } catch {
                let status = error is Refused ? "403 Forbidden" : "502 Bad Gateway"
                try? await client.send("HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            }
            client.close()
        }
    }
    // snippet.end

    // snippet.forward
    /// Sends the request on to the server that its URL names, and the answer back (RFC 9112 section 3.2.2). A body is passed
    /// on only as far as it came with the head.
    private func forward(
        _ client: Socket, _ words: [String], _ fields: ArraySlice<String>, _ body: [UInt8]
    ) async throws {
        let url = try HTTPURL(words[1])
        let server = try await Socket.connect(host: url.host, port: url.effectivePort)
        defer { server.close() }
        var lines = ["\(words[0]) \(url.pathAndQuery) HTTP/1.1", "Host: \(url.authority)"]
        let dropped = ["host", "connection", "proxy-connection", "proxy-authorization"]
        lines += fields.filter { !dropped.contains($0.prefix { $0 != ":" }.lowercased()) }
        lines += ["Via: 1.1 small-proxy", "Connection: close"]
        try await server.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
        // What is cut here must arrive cut: an error can't be told any more.
        try? await Self.copy(server, to: client)
    }
    // snippet.end

    // snippet.tunnel
    /// Joins two connections, and carries bytes in both directions without a look (RFC 9110 section 9.3.6).
    private func tunnel(_ client: Socket, to target: String) async throws {
        let colon = target.lastIndex(of: ":") ?? target.endIndex
        guard let port = UInt16(target[colon...].dropFirst()), port != 25 else { throw Refused() }
        let server = try await Socket.connect(host: String(target[..<colon]), port: port)
        defer { server.close() }
        try await client.send("HTTP/1.1 200 Connection established\r\n\r\n")

        // From here on, closing is the only way to say that something failed.
        guard let first = try? await client.receive() else { return }
        print("   the proxy carries \(Self.described(first))")
        try? await server.send(first)
        try? await withThrowingTaskGroup { group in
            group.addTask { try await Self.copy(client, to: server) }
            group.addTask { try await Self.copy(server, to: client) }
            try await group.waitForAll()
        }
    }

    /// Passes on what comes, and the end after it.
    private static func copy(_ source: Socket, to target: Socket) async throws {
        while true {
            let piece = try await source.receive()
            if piece.isEmpty { break }
            try await target.send(piece)
        }
        try target.shutdownSending()
    }
    // snippet.end

    /// The lines of a head, and what came with it.
    private static func head(from socket: Socket) async throws -> (lines: [String], rest: [UInt8]) {
        var bytes: [UInt8] = []
        let emptyLine = Array("\r\n\r\n".utf8)
        while true {
            let piece = try await socket.receive()
            bytes += piece
            guard !piece.isEmpty, bytes.count < 65_536 else { throw Refused() }
            for start in bytes.indices where bytes[start...].starts(with: emptyLine) {
                let lines = String(decoding: bytes[..<start], as: UTF8.self).split(separator: "\r\n")
                return (lines.map(String.init), Array(bytes[(start + emptyLine.count)...]))
            }
        }
    }

    /// The first line of a text, or what kind of record of TLS it is (RFC 8446 section 5.1).
    private static func described(_ bytes: [UInt8]) -> String {
        guard bytes.first == 22 else { return "“\(Wire.drawn(Array(bytes.prefix { $0 != 13 })))”" }
        let name = String(decoding: bytes, as: UTF8.self).contains("localhost") ? "localhost" : "no name"
        return "a TLS handshake, in which it can read: \(name)"
    }
}
