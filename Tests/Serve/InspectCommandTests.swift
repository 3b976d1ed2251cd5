import SockeyeTesting
import TestSupport
import Testing

/// `sockeye --inspect` between real programs and the loopback server.
struct InspectCommandTests {
    private let sockeye = builtProgram("sockeye")

    /// Starts the proxy, lets `work` use it, and returns what it said.
    private func inspecting(
        _ words: [String] = [], _ work: (_ proxy: String, _ server: LoopbackServer) async throws -> Void
    ) async throws -> Program.Outcome {
        let server = try await LoopbackServer.start()
        // A proxy in the environment would lead back to the proxy itself.
        let program = try Program(
            sockeye, ["-q", "--inspect", "0"] + words, environment: ["http_proxy": "http://127.0.0.1:1"])
        let proxy = String(await program.waitForText("\n").dropLast())
        try await work(proxy, server)
        program.interrupt()
        let outcome = await program.finish()
        #expect(outcome.status == 0)
        await server.stop()
        return outcome
    }

    @Test func curlGoesThrough() async throws {
        let outcome = try await inspecting(["-v"]) { proxy, server in
            @Sendable func curl(_ words: [String]) async throws -> Program.Outcome {
                try await Program.run("/usr/bin/curl", ["-q", "-sS", "--noproxy", "", "-x", proxy] + words)
            }
            let range = try await curl([server.url("/range/5000")])
            let posted = try await curl(["-d", "abc", server.url("/continue")])
            let redirected = try await curl(["-L", server.url("/redirect/2")])
            let tunnelled = try await curl(["-p", server.url("/sized/10")])
            let head = try await curl(["-I", server.url("/sized/10")])
            #expect(range.output == BytePattern.bytes(0..<5000))
            #expect(posted.text == "received 3 bytes\n")
            #expect(redirected.text.hasPrefix("Hello"))
            #expect(tunnelled.output == BytePattern.bytes(0..<10))
            #expect(head.text.contains("Content-Length: 10\r\n"))
        }
        let lines = outcome.errorText
        #expect(lines.contains("#1 GET http://127.0.0.1:") && lines.contains("/range/5000 200, 5000 bytes"), "\(lines)")
        #expect(lines.contains("#2 POST ") && lines.contains("/continue 200, 3 bytes sent, 17 bytes"))
        #expect(lines.contains("> User-Agent: curl/") && lines.contains("< Server: sockeye-loopback"))
        #expect(lines.contains("CONNECT 127.0.0.1:") && lines.contains(", tunnel: "))
    }

    @Test func pythonGoesThrough() async throws {
        let script = """
            import http.client, sys, urllib.request
            url = sys.argv[1]
            print(len(urllib.request.urlopen(url + "/chunked/70000").read()))
            pieces = (bytes(1000) for _ in range(5))
            print(urllib.request.urlopen(urllib.request.Request(url + "/continue", data=pieces, method="PUT")).read())
            proxy = urllib.request.getproxies()["http"].split("/")[2]
            connection = http.client.HTTPConnection(proxy)
            for path in ["/hello", "/status/404", "/sized/3"]:
                connection.request("GET", url + path)
                answer = connection.getresponse()
                print(answer.status, len(answer.read()))
            """
        let outcome = try await inspecting { proxy, server in
            let python = try await Program.run(
                "/usr/bin/python3", ["-c", script, server.url("")],
                environment: ["http_proxy": proxy, "no_proxy": ""])
            #expect(
                python.text == "70000\nb'received 5000 bytes\\n'\n200 38\n404 11\n200 3\n",
                "\(python.text)\(python.errorText)")
        }
        #expect(outcome.errorText.split(separator: "\n").count == 5, "\(outcome.errorText)")
    }

    @Test func filtersAndReplaces() async throws {
        let folder = try TemporaryFolder()
        try folder.write("hello.txt", "instead\n")
        let words = [
            "--inspect-replace", "*/hello=\(folder.file("hello.txt"))", "--inspect-filter", "status=404",
            "--inspect-latency", "0.01", "--limit-rate", "1M",
        ]
        let outcome = try await inspecting(words) { proxy, server in
            let replaced = try await Program.run(
                "/usr/bin/curl", ["-q", "-sS", "--noproxy", "", "-x", proxy, server.url("/hello"), server.url("/none")])
            #expect(replaced.text.hasPrefix("instead\nno route"))
        }
        #expect(outcome.errorText.split(separator: "\n").count == 1 && outcome.errorText.contains("/none 404,"))
    }

    @Test func changesWhatPasses() async throws {
        let folder = try TemporaryFolder()
        try folder.write("a.json", "{}")
        let rules = [
            "127.0.0.1/hello: request X-Trial=one", "*/hello: request User-Agent=", "*/hello: response Server=other",
            "*/hello: status=404", "*/chunked/*: status=204", "*/file*: body=@\(folder.file("a.json"))",
            "*/file/503: status=503", "*/file/503: response Retry-After=9", "*/sized/3: latency=20ms",
        ]
        let outcome = try await inspecting(["-v"] + rules.flatMap { ["--inspect-set", $0] }) { proxy, server in
            let paths = ["/hello", "/chunked/70000", "/sized/3", "/file", "/file/503"]
            let answers = try await Program.run(
                "/usr/bin/curl",
                ["-q", "-sSi", "--noproxy", "", "-x", proxy, "-m", "30"] + paths.map { server.url($0) })
            let text = answers.text
            #expect(text.hasPrefix("HTTP/1.1 404 Not Found\r\n") && text.contains("\r\nServer: other\r\n"), "\(text)")
            #expect(text.contains("HTTP/1.1 204 No Content\r\n") && !text.contains("Transfer-Encoding"))
            #expect(text.contains("Content-Type: application/json\r\nContent-Length: 2\r\n"))
            #expect(text.contains("HTTP/1.1 503 Service Unavailable\r\n"))
            #expect(text.hasSuffix("Retry-After: 9\r\n\r\n{}"))
            #expect(server.receivedRequests.map(\.target) == ["/hello", "/chunked/70000", "/sized/3"])
            let first = try #require(server.receivedRequests.first)
            #expect(first["X-Trial"] == "one" && first["User-Agent"] == nil)
        }
        let lines = outcome.errorText
        #expect(
            lines.contains("/hello 404, changed, 38 bytes, ") && lines.contains("/chunked/70000 204, changed, "),
            "\(lines)")
        #expect(lines.contains("/sized/3 200, 3 bytes, ") && lines.contains("/file/503 503, replaced, 2 bytes, "))
        #expect(lines.contains("* set X-Trial of the request, by the rule \"127.0.0.1/hello: request X-Trial=one\"\n"))
        #expect(lines.contains("* removed User-Agent of the request, by the rule \"*/hello: request User-Agent=\"\n"))
        #expect(lines.contains("* status 200 became 404, by the rule \"*/hello: status=404\"\n"))
        #expect(lines.contains("* held back for 0.02 seconds, by the rule \"*/sized/3: latency=20ms\"\n"))
        #expect(lines.contains("a.json, by the rule \"*/file*: body=@"))
    }

    @Test func asksForAPassword() async throws {
        let folder = try TemporaryFolder()
        try folder.write("options", "inspect-user = \"me:secret\"\n")
        let server = try await LoopbackServer.start()
        let program = try Program(sockeye, ["-q", "--inspect", "0.0.0.0:0", "-K", folder.file("options")])
        let proxy = String(await program.waitForText("\n").dropLast())
        #expect(proxy.hasPrefix("http://0.0.0.0:"))
        let curl = { (words: [String]) in
            try await Program.run(
                "/usr/bin/curl",
                ["-q", "-sS", "-w", "%{http_code}", "--noproxy", "", "-x", proxy, server.url("/sized/3")] + words)
        }
        #expect(try await curl([]).text.hasSuffix("\n407"))
        #expect(try await curl(["-U", "me:guess"]).text.hasSuffix("\n407"))
        #expect(try await curl(["-U", "me:secret"]).text.hasSuffix("200"))
        #expect(try await curl(["--proxy-anyauth", "-U", "me:secret", "-d", "abc"]).text.hasSuffix("200"))
        let tunnelled = try await curl(["-p"])
        #expect(tunnelled.status != 0 && tunnelled.errorText.contains("407"), "\(tunnelled.errorText)")
        #expect(try await curl(["-p", "-U", "me:secret"]).text.hasSuffix("200"))
        let page = try await Program.run("/usr/bin/curl", ["-q", "-sS", "-u", "me:secret", proxy])
        #expect(page.text.contains("What went over the wire"))
        program.interrupt()
        let outcome = await program.finish()
        #expect(outcome.status == 0 && outcome.errorText.split(separator: "\n").count == 3, "\(outcome.errorText)")
        #expect(!outcome.errorText.contains("407"))
        await server.stop()
    }

    @Test func listensOnAnotherLoopbackAddress() async throws {
        let program = try Program(sockeye, ["-q", "--inspect", "127.0.0.2:0"])
        let proxy = String(await program.waitForText("\n").dropLast())
        #expect(proxy.hasPrefix("http://127.0.0.2:"))
        let page = try await Program.run("/usr/bin/curl", ["-q", "-sS", proxy])
        #expect(page.text.contains("What went over the wire"))
        program.interrupt()
        #expect(await program.finish().status == 0)
    }

    @Test func writesAnArchiveAndAPage() async throws {
        let folder = try TemporaryFolder()
        let (archive, page) = (folder.file("a.har"), folder.file("a.html"))
        _ = try await inspecting(["-s", "--har", archive, "--explain-page", page]) { proxy, server in
            let curl = ["-q", "-sS", "--noproxy", "", "-x", proxy, "-H", "Authorization: Bearer tell", "-d", "abc"]
            let answer = try await Program.run("/usr/bin/curl", curl + [server.url("/continue")])
            #expect(answer.text == "received 3 bytes\n")
        }
        let text = String(decoding: try folder.read("a.har"), as: UTF8.self)
        #expect(text.contains("\"method\":\"POST\"") && text.contains("\"text\":\"received 3 bytes\\n\""))
        #expect(text.contains("\"text\":\"abc\"") && !text.contains("tell"))
        #expect(String(decoding: try folder.read("a.html"), as: UTF8.self).contains("What went over the wire"))
    }

    @Test(arguments: [
        ["--inspect", "x"], ["--inspect", "0", "http://h/"], ["--inspect", "0", "--inspect-filter", "x=y"],
        ["--inspect", "0", "--inspect-replace", "x"], ["--inspect", "0", "--inspect-set", "h/p: x=1"],
        ["--inspect-set", "h: status=404", "http://h/"], ["--inspect", "0.0.0.0:0"], ["--inspect", "[::]:0"],
        ["--inspect", "localhost:0"], ["--inspect", "::1:0"], ["--inspect", "127.0.0.1:"], ["--inspect", ":0"],
        ["--inspect", "[127.0.0.1]:0"], ["--inspect", "0", "--inspect-user", "me"],
        ["--inspect-user", "a:b", "http://h/"], ["--inspect", "0", "--inspect-latency", "-1"],
        ["--inspect", "0", "-x", "h:1"], ["--inspect", "0", "-H", "A: b"], ["--inspect", "0", "-k"],
        ["--inspect", "0", "-o", "f"], ["--inspect", "0", "--serve", "0"], ["--serve", "0", "--inspect", "0"],
        ["--inspect", "0", "--record", "f"], ["--inspect", "0", "--har", "/nonexistent/f"],
        ["--fault", "drip", "http://h/"],
        ["--serve", "0", "-k"], ["--doctor-upload", "PUT", "http://h/"],
        ["--inspect-latency", "1", "http://h/"], ["--inspect-tls", "http://h/"],
        ["--inspect", "0", "--inspect-tls", "-k"],
    ])
    func refuses(_ words: [String]) async throws {
        let outcome = try await Program.run(sockeye, ["-q"] + words)
        // A folder that can't be written is no fault of the command line.
        let status: Int32 = words.contains("/nonexistent/f") ? 23 : 2
        #expect(outcome.status == status && outcome.text.isEmpty && !outcome.errorText.isEmpty, "\(outcome.errorText)")
    }
}
