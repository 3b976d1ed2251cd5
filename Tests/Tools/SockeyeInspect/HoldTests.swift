import SockeyeIO
import SockeyeTesting
import SockeyeTranscript
import TestSupport
import Testing

@testable import SockeyeInspect

/// Messages that wait for the page: what it sees and says, by its own HTTP calls, and what the program and the server get.
struct HoldTests {
    private static var patience: Deadline { .after(.seconds(30)) }

    private struct Setting {
        let server: LoopbackServer
        let proxy: InspectProxy

        /// Sends a request, and returns what comes until the proxy closes.
        func ask(_ text: String) async throws -> String {
            let socket = try await Socket.connect(host: "127.0.0.1", port: proxy.port, until: HoldTests.patience)
            defer { socket.close() }
            try await socket.send(text, until: HoldTests.patience)
            return String(decoding: try await socket.receiveToEnd(until: HoldTests.patience), as: UTF8.self)
        }

        /// A call of the page.
        func call(_ method: String, _ path: String, _ json: String = "", _ lines: String? = nil) async throws -> String
        {
            let own = "Origin: http://127.0.0.1:\(proxy.port)\r\nSockeye-Token: \(proxy.shared.held.token)\r\n"
            return try await ask(
                "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(proxy.port)\r\nConnection: close\r\n\(lines ?? own)"
                    + "Content-Length: \(json.utf8.count)\r\n\r\n\(json)")
        }

        /// Waits until a message is held, and returns it.
        func held(_ place: String) async throws -> HeldMessage {
            for await _ in proxy.shared.log.updates() where proxy.shared.held.message(at: place) != nil { break }
            return try #require(proxy.shared.held.message(at: place))
        }

        /// Lets a message go as soon as it is held.
        func letGo(_ place: String, _ json: String = "{}") async throws {
            _ = try await held(place)
            let answer = try await call("POST", "/held/\(place)", json)
            #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
        }

        func ended() async throws -> InspectedExchange {
            for await _ in proxy.shared.log.updates()
            where proxy.exchanges.contains(where: { $0.time.duration != nil }) { break }
            return try #require(proxy.exchanges.first)
        }

        func stop() async {
            await proxy.stop()
            await server.stop()
        }
    }

    private func start(
        _ rule: String = "*: hold=both", _ script: Script? = nil,
        _ change: (inout InspectConfiguration) -> Void = { _ in }
    ) async throws -> Setting {
        let server = try await LoopbackServer.start(script: script)
        var configuration = InspectConfiguration()
        configuration.rules = [try InspectRule(parsing: rule)]
        change(&configuration)
        return Setting(server: server, proxy: try InspectProxy.start(configuration))
    }

    private static func post(_ url: String, _ fields: String, _ body: String) -> String {
        "POST \(url) HTTP/1.1\r\nHost: h\r\nConnection: close\r\nX-A: 1\r\n\(fields)\r\n\(body)"
    }

    @Test func bothMessagesAreEdited() async throws {
        let setting = try await start()
        let url = setting.server.url("/continue")
        async let asked = setting.ask(Self.post("\(url)/413", "Content-Length: 3\r\n", "abc"))
        let request = try await setting.held("1/request")
        #expect(request.head == "POST /continue/413 HTTP/1.1\nX-A: 1" && request.body == "abc")
        #expect(setting.server.requestCount == 0)
        try await setting.letGo(
            "1/request", #"{"head": "PUT /continue HTTP/1.1\nX-A: 2\nX-B: ü\n", "body": "hello"}"#)
        let response = try await setting.held("1/response")
        #expect(response.head.hasPrefix("HTTP/1.1 200 OK\n"), "\(response)")
        #expect(response.body == "received 5 bytes\n")
        try await setting.letGo("1/response", #"{"head": "HTTP/1.1 404 Not Here\nX-C: 3", "body": "gone"}"#)
        let sent = try #require(setting.server.receivedRequests.first)
        #expect(sent.method == "PUT" && sent.target == "/continue" && sent.text == "hello" && sent["X-A"] == "2")
        #expect(sent["X-B"] == "ü" && sent.values("Content-Length") == ["5"] && sent["Via"] == "1.1 sockeye-inspect")
        let answer = try await asked
        #expect(answer.hasPrefix("HTTP/1.1 404 Not Here\r\n"))
        #expect(
            answer.hasSuffix(
                "\r\nX-C: 3\r\nContent-Length: 4\r\nVia: 1.1 sockeye-inspect\r\nConnection: close\r\n\r\ngone"))
        let exchange = try await setting.ended()
        #expect(exchange.kind == .changed && exchange.status == 404 && exchange.method == "PUT" && exchange.url == url)
        #expect(exchange.notes.contains("the request was edited on the page: the first line, fields, the body"))
        #expect(exchange.notes.contains("the response was edited on the page: the first line, fields, the body"))
        let archive = String(decoding: HARWriter.bytes(of: setting.proxy.record()), as: UTF8.self)
        #expect(
            archive.contains(#""method":"PUT","url":"\#(url)""#) && archive.contains(#""text":"hello""#), "\(archive)")
        #expect(archive.contains(#""text":"gone""#) && archive.contains("the request was edited on the page"))
        #expect(!archive.contains("/413") && !archive.contains("received 5"))
        await setting.stop()
    }

    /// What is let go as it is, goes on as if it had not been held.
    @Test(arguments: [
        ("Content-Length: 5\r\n", "abcde", []),
        ("Transfer-Encoding: chunked\r\n", "3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nT: v\r\n\r\n", ["T"]),
        ("Content-Length: 5\r\nExpect: 100-continue\r\n", "abcde", []),
    ])
    func anUneditedRequestStays(_ framing: String, _ body: String, _ trailers: [String]) async throws {
        let setting = try await start("*: hold=request")
        async let asked = setting.ask(Self.post(setting.server.url("/continue"), framing, body))
        try await setting.letGo("1/request")
        let answer = try await asked
        #expect(answer.hasSuffix("received 5 bytes\n"))
        #expect(answer.contains("HTTP/1.1 100 Continue\r\n\r\n") == framing.contains("Expect"))
        let sent = try #require(setting.server.receivedRequests.first)
        #expect(sent.text == "abcde" && sent.trailers.map(\.name) == trailers && sent["X-A"] == "1")
        #expect(sent.values("Transfer-Encoding").isEmpty == framing.hasPrefix("Content"))
        let exchange = try await setting.ended()
        #expect(exchange.kind == .forwarded && exchange.sent.bodyBytes == 5)
        #expect(exchange.notes.contains("the request was let go as it was"))
        await setting.stop()
    }

    @Test(arguments: [("Content-Length: 1048577\r\n", true), ("Transfer-Encoding: chunked\r\n", false)])
    func aLongBodyPasses(_ framing: String, _ isSized: Bool) async throws {
        let setting = try await start()
        let text = String(repeating: "x", count: 1_048_577)
        let reason = isSized ? "it is longer than 1 MiB" : "it is chunked"
        let body = isSized ? text : "100001\r\n\(text)\r\n0\r\n\r\n"
        async let asked = setting.ask(Self.post(setting.server.url("/echo"), framing, body))
        let note = try await setting.held("1/request").note
        #expect(note == "Its body\(isSized ? " of 1048577 bytes" : "") goes on as it is: \(reason).")
        let refused = try await setting.call("POST", "/held/1/request", #"{"body": "a"}"#)
        #expect(refused.hasPrefix("HTTP/1.1 422 ") && refused.contains(reason))
        try await setting.letGo("1/request")
        try await setting.letGo("1/response")
        let answer = try await asked
        #expect(answer.contains("HTTP/1.1 200 OK\r\n"))
        #expect(setting.server.receivedRequests.first?.bodyLength == 1_048_577)
        await setting.stop()
    }

    private static let responseRows: [(text: String, body: String?, note: String?, part: String)] = [
        ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc", "abc", nil, "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n"),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", "abc", nil,
            "3\r\nabc\r\n0\r\n\r\n"
        ),
        (
            "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 3\r\n\r\nabc", nil,
            "Its body of 3 bytes goes on as it is: it is coded with br.", "\r\n\r\nabc"
        ),
        ("HTTP/1.1 204 No Content\r\n\r\n", nil, "It has no body.", "HTTP/1.1 204 No Content\r\n"),
        (
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 3\r\n\r\nabc", nil,
            "Its body of 3 bytes goes on as it is: it is a stream of events.", "\r\n\r\nabc"
        ),
    ]

    @Test(arguments: responseRows)
    func anUneditedResponseStays(_ text: String, _ body: String?, _ note: String?, _ part: String) async throws {
        let setting = try await start("*: hold=response", [.awaitRequest, .send(text), .close])
        async let asked = setting.ask("GET \(setting.server.url("/")) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        let held = try await setting.held("1/response")
        #expect(held.body == body && held.note == note, "\(held)")
        try await setting.letGo("1/response")
        let answer = try await asked
        #expect(answer.contains(part), "\(answer)")
        await setting.stop()
    }

    @Test(arguments: [
        // A status without a body leaves it out, and one of an answer that had none is empty.
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc", "HTTP/1.1 204 Nothing",
            "Nothing\r\nVia: 1.1 sockeye-inspect\r\nConnection: close\r\n\r\n"
        ),
        (
            "HTTP/1.1 304 Not Modified\r\nContent-Length: 3\r\n\r\n", "HTTP/1.1 200 OK",
            "OK\r\nContent-Length: 0\r\nVia: 1.1 sockeye-inspect\r\nConnection: close\r\n\r\n"
        ),
    ])
    func framesWhatIsEdited(_ text: String, _ line: String, _ end: String) async throws {
        let setting = try await start("*: hold=response", [.awaitRequest, .send(text), .close])
        async let asked = setting.ask("GET \(setting.server.url("/")) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        try await setting.letGo("1/response", #"{"head": "\#(line)"}"#)
        let answer = try await asked
        #expect(answer.hasSuffix(end), "\(answer)")
        await setting.stop()
    }

    @Test func whatARuleHasLeftOutStaysSo() async throws {
        let setting = try await start("*: hold=response") {
            $0.rules += ["*: status=204"].compactMap { try? InspectRule(parsing: $0) }
        }
        async let asked = setting.ask(
            "GET \(setting.server.url("/sized/3")) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        try await setting.letGo("1/response", #"{"head": "HTTP/1.1 200 OK"}"#)
        let answer = try await asked
        #expect(answer.hasSuffix("OK\r\nContent-Length: 0\r\nVia: 1.1 sockeye-inspect\r\nConnection: close\r\n\r\n"))
        await setting.stop()
    }

    @Test func anAnswerThatIsCutIsNotHeld() async throws {
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"
        let setting = try await start("*: hold=response", [.awaitRequest, .send(text), .cut])
        let answer = try await setting.ask(
            "GET \(setting.server.url("/")) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 502 ") && !answer.hasSuffix("abc"))
        #expect(try await setting.ended().received.head.starts(with: "HTTP/1.1 200 OK\r\n".utf8))
        await setting.stop()
    }

    /// Of a switch of the protocol, the request.
    @Test func anUpgradeIsHeldBeforeIt() async throws {
        let head = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: chat\r\nConnection: Upgrade\r\n\r\n"
        let setting = try await start("*: hold=both", [.awaitHead, .send(head + "bye"), .close])
        async let asked = setting.ask(
            "GET \(setting.server.url("/")) HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\n")
        try await setting.letGo("1/request", #"{"head": "GET /edited HTTP/1.1"}"#)
        let answer = try await asked
        #expect(answer.hasPrefix("HTTP/1.1 101 ") && answer.hasSuffix("\r\n\r\nbye"), "\(answer)")
        #expect(setting.server.receivedRequests.first?.target == "/edited")
        await setting.stop()
    }

    @Test(arguments: ["request", "response"])
    func whatIsDroppedEnds(_ part: String) async throws {
        let setting = try await start("*: hold=\(part)")
        async let asked = setting.ask(Self.post(setting.server.url("/continue"), "Content-Length: 1\r\n", "a"))
        try await setting.letGo("1/\(part)", #"{"drop": true}"#)
        let answer = try await asked
        #expect(
            answer.hasPrefix("HTTP/1.1 403 ") && answer.hasSuffix("the \(part) was dropped on the page of --inspect\n"))
        #expect(setting.server.requestCount == (part == "request" ? 0 : 1))
        #expect(try await setting.ended().kind == .refused)
        await setting.stop()
    }

    @Test(arguments: ["request", "response"])
    func nothingIsHeldForEver(_ part: String) async throws {
        let setting = try await start("*: hold=\(part)") { $0.holdTime = .milliseconds(1) }
        let answer = try await setting.ask(Self.post(setting.server.url("/continue"), "Content-Length: 1\r\n", "a"))
        #expect(
            answer.hasPrefix("HTTP/1.1 504 ")
                && answer.contains("the \(part) was held, and nobody let it go within 0.001 seconds"))
        #expect(setting.proxy.shared.held.places.isEmpty)
        await setting.stop()
    }

    @Test(arguments: ["request", "response"])
    func aProgramThatGoesAwayIsNoLongerHeld(_ part: String) async throws {
        let setting = try await start("*: hold=\(part)")
        let socket = try await Socket.connect(host: "127.0.0.1", port: setting.proxy.port, until: HoldTests.patience)
        try await socket.send(
            Self.post(setting.server.url("/continue"), "Content-Length: 1\r\n", "a"), until: HoldTests.patience)
        _ = try await setting.held("1/\(part)")
        socket.close()
        #expect(try await setting.ended().failure != nil)
        #expect(setting.proxy.shared.held.places.isEmpty)
        #expect(try await setting.call("POST", "/held/1/\(part)", "{}").hasPrefix("HTTP/1.1 410 "))
        await setting.stop()
    }

    @Test func theProxyEndsWhileItHolds() async throws {
        let setting = try await start()
        async let asked = setting.ask(Self.post(setting.server.url("/continue"), "Content-Length: 1\r\n", "a"))
        _ = try await setting.held("1/request")
        await setting.stop()
        let answer = try await asked
        #expect(answer.isEmpty && setting.proxy.shared.held.places.isEmpty)
    }

    @Test func othersChangeNothing() async throws {
        let setting = try await start("*: hold=request")
        async let asked = setting.ask(Self.post(setting.server.url("/continue"), "Content-Length: 1\r\n", "a"))
        _ = try await setting.held("1/request")
        let token = "Sockeye-Token: \(setting.proxy.shared.held.token)\r\n"
        for lines in [
            "", token, "Origin: http://evil.example\r\n\(token)", "Origin: http://127.0.0.1:\(setting.proxy.port)\r\n",
        ] {
            for path in ["/held/1/request", "/holding"] {
                let refused = try await setting.call("POST", path, #"{"on": false}"#, lines)
                #expect(refused.hasPrefix("HTTP/1.1 403 "), "\(refused)")
            }
        }
        #expect(setting.proxy.shared.held.places == ["1/request"] && setting.proxy.shared.held.isOn)
        // What the page may say, and what it may not.
        for (path, json, status) in [
            ("/held/1/response", "{}", 410), ("/held/2/request", "{}", 410), ("/held/1/request", "x", 400),
            ("/held/1/request", "[]", 400), ("/nothing", "{}", 410), ("/holding", "{}", 410),
            ("/held/1/request", #"{"head": "GET / HTTP/1.1\nHost: x"}"#, 422),
            ("/held/1/request", #"{"head": "GET / HTTP/1.1\nX: 1\r2"}"#, 422),
            ("/held/1/request", #"{"head": "GET http://h/ HTTP/1.1"}"#, 422),
        ] {
            let refused = try await setting.call("POST", path, json)
            #expect(refused.hasPrefix("HTTP/1.1 \(status) "), "\(path) \(json): \(refused)")
        }
        #expect(setting.server.requestCount == 0)
        try await setting.letGo("1/request")
        let answer = try await asked
        #expect(answer.hasSuffix("received 1 bytes\n"))
        await setting.stop()
        // Without a rule for it, nothing can be changed.
        let other = try await start("*: status=200")
        #expect(try await other.call("POST", "/holding", #"{"on": false}"#).hasPrefix("HTTP/1.1 405 "))
        await other.stop()
    }

    @Test func thePageSwitchesHoldingOff() async throws {
        let setting = try await start()
        #expect(try await setting.call("POST", "/holding", #"{"on": false}"#).hasPrefix("HTTP/1.1 200 "))
        let answer = try await setting.ask(Self.post(setting.server.url("/continue"), "Content-Length: 1\r\n", "a"))
        #expect(answer.hasSuffix("received 1 bytes\n"))
        #expect(try await setting.call("POST", "/holding", #"{"on": true}"#).hasPrefix("HTTP/1.1 200 "))
        #expect(setting.proxy.shared.held.isOn)
        await setting.stop()
    }

    @Test(.enabled("chromium or python3-websockets is not installed") { await PythonTool.hasBrowser }) func inChromium()
        async throws
    {
        let setting = try await start()
        async let browser = Program.run(PythonTool.path, ["Tests/Page/held.py", setting.proxy.url], seconds: 300)
        async let asked = setting.ask(Self.post(setting.server.url("/continue"), "Content-Length: 3\r\n", "a\nb"))
        let outcome = try await browser
        #expect(outcome.status == 0, "\(outcome.text)\(outcome.errorText)")
        let answer = try await asked
        #expect(answer.hasPrefix("HTTP/1.1 200 Edited\r\n") && answer.hasSuffix("\r\n\r\nreceived 4 bytes\n"))
        let sent = try #require(setting.server.receivedRequests.first)
        #expect(sent.text == "/a\nb" && sent["X-A"] == "1")
        await setting.stop()
    }
}
