import SockeyeIO
import SockeyeTesting
import TestSupport
import Testing

@testable import SockeyeInspect

/// The live page, and who may see it.
struct PageTests {
    private func ask(
        _ proxy: InspectProxy, _ path: String, _ lines: String = "", host: String? = nil,
        at address: String = "127.0.0.1"
    ) async throws -> String {
        let host = host ?? "127.0.0.1:\(proxy.port)"
        let socket = try await Socket.connect(host: address, port: proxy.port, until: .after(.seconds(30)))
        try await socket.send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\(lines)\r\n")
        let bytes = try await socket.receiveToEnd(until: .after(.seconds(30)))
        socket.close()
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: ["/", "/nothing"])
    func isClosedToOtherSites(_ path: String) async throws {
        let proxy = try InspectProxy.start()
        let own = try await ask(proxy, path)
        #expect(own.contains("Content-Security-Policy: default-src 'none'; script-src 'sha256-"))
        #expect(own.contains("X-Content-Type-Options: nosniff"))
        // The page explains such fields.
        let head = own[..<(own.firstRange(of: "\r\n\r\n")?.lowerBound ?? own.endIndex)]
        #expect(!head.lowercased().contains("access-control"))
        let refusal = try await ask(proxy, path, host: "evil.example:\(proxy.port)")
        #expect(
            refusal.hasPrefix("HTTP/1.1 421 ") && refusal.contains("http://127.0.0.1:\(proxy.port)/"), "\(refusal)"
        )
        #expect(try await ask(proxy, path, host: "127.0.0.1").hasPrefix("HTTP/1.1 421 "))
        #expect(try await ask(proxy, path, "Origin: http://evil.example\r\n").hasPrefix("HTTP/1.1 403 "))
        let cross = try await ask(proxy, path, "Sec-Fetch-Site: cross-site\r\n")
        #expect(cross.hasPrefix("HTTP/1.1 403 ") == (path != "/"))
        #expect(try await ask(proxy, path, host: "localhost:\(proxy.port)").hasPrefix("HTTP/1.1 421 ") == false)
        // As a browser that uses the proxy for everything asks.
        #expect(try await ask(proxy, "http://127.0.0.1:\(proxy.port)\(path)").hasPrefix("HTTP/1.1 502 ") == false)
        #expect(proxy.exchanges.allSatisfy { $0.kind == .refused || $0.url.hasPrefix("/") })
        await proxy.stop()
    }

    /// Neither by another of its names nor by way of another proxy: the events would tell of themselves without end.
    @Test(arguments: ["http://127.1:PORT/", "http://x@127.0.0.1:PORT/", "http://0.0.0.0:PORT/"])
    func theProxyDoesNotForwardToItself(_ url: String) async throws {
        let proxy = try InspectProxy.start()
        let url = url.replacing("PORT", with: "\(proxy.port)")
        #expect(try await ask(proxy, url).hasPrefix("HTTP/1.1 200 "))
        for path in ["/", "/events", url] {
            let answer = try await ask(proxy, path, "Via: 1.0 other, 1.1 sockeye-inspect\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 508 ") && answer.contains("through this proxy before"))
        }
        #expect(proxy.exchanges.isEmpty)
        await proxy.stop()
    }

    @Test func withAPasswordItIsForThoseWhoKnowIt() async throws {
        let server = try await LoopbackServer.start()
        var configuration = InspectConfiguration()
        configuration.address = "0.0.0.0"
        configuration.login = InspectLogin(Array("me:secret".utf8))
        let proxy = try InspectProxy.start(configuration)
        let (good, bad) = ("Authorization: Basic bWU6c2VjcmV0\r\n", "Authorization: Basic bWU6c2VjcmV1\r\n")
        for path in ["/", "/events", "/nothing"] {
            for lines in ["", bad, "Proxy-\(good)"] {
                let answer = try await ask(proxy, path, lines)
                #expect(answer.hasPrefix("HTTP/1.1 401 Unauthorized\r\n"), "\(answer)")
                #expect(
                    answer.contains("\r\nWWW-Authenticate: Basic realm=\"sockeye --inspect\", charset=\"UTF-8\"\r\n"))
            }
        }
        for (url, lines) in [
            (server.url("/hello"), ""), (server.url("/hello"), good), ("http://0.0.0.0:\(proxy.port)/", ""),
        ] {
            let answer = try await ask(proxy, url, lines)
            #expect(answer.hasPrefix("HTTP/1.1 407 Proxy Authentication Required\r\n"), "\(answer)")
            #expect(answer.contains("\r\nProxy-Authenticate: Basic "))
        }
        // What isn't HTTP, neither.
        let unreadable = try await ask(proxy, "/ / /")
        #expect(!unreadable.contains("200") && proxy.exchanges.isEmpty && server.requestCount == 0)
        #expect(try await ask(proxy, "/", good).hasPrefix("HTTP/1.1 200 "))
        // By any address that leads to it.
        let other = "127.0.0.2"
        #expect(try await ask(proxy, "/", good, host: "\(other):\(proxy.port)", at: other).hasPrefix("HTTP/1.1 200 "))
        #expect(try await ask(proxy, "/", good, host: "\(other):\(proxy.port)").hasPrefix("HTTP/1.1 421 "))
        #expect(try await ask(proxy, server.url("/hello"), "Proxy-\(good)", host: "h").hasPrefix("HTTP/1.1 200 "))
        #expect(server.receivedRequests.allSatisfy { $0["Proxy-Authorization"] == nil })
        #expect(proxy.exchanges.count == 2)
        await proxy.stop()
        await server.stop()
    }

    @Test func tellsOfExchangesAsTheyCome() async throws {
        let server = try await LoopbackServer.start()
        let proxy = try InspectProxy.start()
        let page = try await Socket.connect(host: "127.0.0.1", port: proxy.port, until: .after(.seconds(30)))
        try await page.send("GET /events HTTP/1.1\r\nHost: localhost:\(proxy.port)\r\n\r\n")
        var text = ""
        func wait(for part: String) async throws {
            while !text.contains(part) {
                let bytes = try await page.receive(until: .after(.seconds(30)))
                if bytes.isEmpty { break }
                text += String(decoding: bytes, as: UTF8.self)
            }
            #expect(text.contains(part))
        }
        try await wait(for: "Content-Type: text/event-stream\r\n")
        for number in 1...2 {
            _ = try await ask(proxy, server.url("/hello?</script>"), host: "h")
            try await wait(for: "\"id\":\(number),\"kind\":\"exchange\",\"method\":\"GET\"")
            try await wait(for: "\"status\":200")
        }
        try await wait(for: "\"text\":\"not forwarded, hop-by-hop")
        try await wait(for: "\"clause\":\"RFC 9112 §3.2.2\"")
        try await wait(for: "\"received\":38")
        page.close()
        await proxy.stop()
        await server.stop()
    }

    /// A real browser: hostile exchanges come while the page is open, and stay text.
    @Test(.enabled("chromium or python3-websockets is not installed") { await PythonTool.hasBrowser }) func inChromium()
        async throws
    {
        let hostile = "<img src=x onerror=alert(1)></script><script>alert(2)</script>"
        let head = "HTTP/1.1 200 \(hostile)\r\nX: \(hostile)\r\nContent-Length: \(hostile.utf8.count)\r\n\r\n"
        let server = try await LoopbackServer.start(script: [.awaitRequest, .send(head + hostile)])
        let proxy = try InspectProxy.start()
        let browser = Task {
            try await Program.run(PythonTool.path, ["Tests/Page/live.py", proxy.url, "3"], seconds: 300)
        }
        for _ in 0..<3 {
            let path = hostile.replacing(" ", with: "_")
            _ = try await ask(proxy, server.url("/\(path)"), "X: \(hostile)\r\n", host: "h")
        }
        let outcome = try await browser.value
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errorText)")
        await proxy.stop()
        await server.stop()
    }

    @Test func endsWithItsProxy() async throws {
        let proxy = try InspectProxy.start()
        let page = try await Socket.connect(host: "127.0.0.1", port: proxy.port, until: .after(.seconds(30)))
        try await page.send("GET /events HTTP/1.1\r\nHost: localhost:\(proxy.port)\r\n\r\n")
        _ = try await page.receive(until: .after(.seconds(30)))
        await proxy.stop()
        _ = try? await page.receiveToEnd(until: .after(.seconds(30)))
        page.close()
    }
}
