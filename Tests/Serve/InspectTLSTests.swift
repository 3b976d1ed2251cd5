import SockeyeTesting
import TestSupport
import Testing

/// `sockeye --inspect --inspect-tls` between real programs and loopback servers with TLS.
struct InspectTLSTests {
    private let sockeye = builtProgram("sockeye")

    private struct Setting {
        let server: LoopbackServer
        let folder: TemporaryFolder
        let proxy: String

        var authority: String { folder.file("state/sockeye/inspect-ca.pem") }

        func curl(_ words: [String]) async throws -> Program.Outcome {
            try await Program.run("/usr/bin/curl", ["-q", "-sS", "--noproxy", "", "-x", proxy] + words)
        }
    }

    /// Starts the proxy, lets `work` use it, and returns what it said.
    private func inspecting(
        _ certificate: LoopbackConfiguration.Certificate = .trusted, in folder: TemporaryFolder? = nil,
        _ words: [String] = [], _ work: (Setting) async throws -> Void
    ) async throws -> Program.Outcome {
        var configuration = LoopbackConfiguration()
        configuration.certificate = certificate
        let server = try await LoopbackServer.start(secure: true, configuration: configuration)
        let folder = try folder ?? TemporaryFolder()
        try folder.write("ca.pem", server.authorityPEM)
        let program = try Program(
            sockeye, ["-q", "--inspect", "0", "--inspect-tls", "--cacert", folder.file("ca.pem")] + words,
            environment: ["XDG_STATE_HOME": folder.file("state")])
        let proxy = String(await program.waitForText("\n").dropLast())
        try await work(Setting(server: server, folder: folder, proxy: proxy))
        program.interrupt()
        let outcome = await program.finish()
        #expect(outcome.status == 0, "\(outcome.errorText)")
        await server.stop()
        return outcome
    }

    @Test func programsGoThrough() async throws {
        let folder = try TemporaryFolder()
        let script = """
            import ssl, sys, urllib.request
            context = ssl.create_default_context(cafile=sys.argv[2])
            url = sys.argv[1]
            print(len(urllib.request.urlopen(url + "/chunked/70000", context=context).read()))
            request = urllib.request.Request(url + "/continue", data=b"abc", method="PUT")
            print(urllib.request.urlopen(request, context=context).read())
            """
        let outcome = try await inspecting(in: folder, ["-v", "--har", folder.file("a.har")]) { setting in
            let url = setting.server.url("")
            let answer = try await setting.curl(
                ["--cacert", setting.authority, "\(url)/range/5000", "\(url)/sized/10?x=y"])
            #expect(answer.output == BytePattern.bytes(0..<5000) + BytePattern.bytes(0..<10), "\(answer.errorText)")
            let python = try await Program.run(
                "/usr/bin/python3", ["-c", script, url, setting.authority],
                environment: ["https_proxy": setting.proxy, "no_proxy": ""])
            #expect(python.text == "70000\nb'received 3 bytes\\n'\n", "\(python.text)\(python.errorText)")
            #expect(setting.server.receivedRequests.count == 4)
        }
        let lines = outcome.errorText
        #expect(lines.contains("curl --cacert \(folder.file("state/sockeye/inspect-ca.pem")) "), "\(lines)")
        #expect(lines.contains("#1 CONNECT ") && lines.contains(" 200, opened, "))
        #expect(lines.contains("#2 GET https://") && lines.contains("/sized/10?x=y 200, 10 bytes, "))
        #expect(lines.contains("> User-Agent: curl/") && lines.contains("< Server: sockeye-loopback"))
        let archive = String(decoding: try folder.read("a.har"), as: UTF8.self)
        #expect(archive.contains("/sized/10?x=y\"") && archive.contains("\"text\":\"received 3 bytes\\n\""))
        #expect(archive.contains("\"url\":\"https://") && !archive.contains("\"method\":\"CONNECT\""))
    }

    @Test func whatIsInsideIsHeldAndEdited() async throws {
        // As the page does it.
        let page = """
            import json, sys, urllib.request
            proxy = sys.argv[1]
            for line in urllib.request.urlopen(proxy + "events"):
                news = json.loads(line[5:]) if line.startswith(b"data:") else {}
                if news.get("held"):
                    break
            edit = {"head": "POST /continue?edited HTTP/1.1\\nX-A: 1", "body": "hello"}
            fields = {"Origin": proxy[:-1], "Sockeye-Token": news["token"]}
            url = proxy + "held/" + news["held"][0]
            print(urllib.request.urlopen(urllib.request.Request(url, json.dumps(edit).encode(), fields)).read())
            """
        let folder = try TemporaryFolder()
        let words = ["--inspect-set", "*/continue: hold=request", "--har", folder.file("a.har")]
        let outcome = try await inspecting(in: folder, words) { setting in
            async let asked = setting.curl([
                "--cacert", setting.authority, "-d", "abc", setting.server.url("/continue"),
            ])
            let said = try await Program.run("/usr/bin/python3", ["-c", page, setting.proxy])
            #expect(said.text == "b'done\\n'\n", "\(said.text)\(said.errorText)")
            #expect(try await asked.text == "received 5 bytes\n")
            let sent = try #require(setting.server.receivedRequests.first)
            #expect(sent.target == "/continue?edited" && sent["X-A"] == "1" && sent["User-Agent"] == nil)
        }
        let lines = outcome.errorText
        #expect(lines.contains("/continue?edited 200, changed, 5 bytes sent, 17 bytes"), "\(lines)")
        let archive = String(decoding: try folder.read("a.har"), as: UTF8.self)
        #expect(archive.contains("/continue?edited\"") && archive.contains("\"text\":\"hello\""))
    }

    @Test func keepsItsAuthorityForOneUser() async throws {
        let folder = try TemporaryFolder()
        _ = try await inspecting(in: folder) { setting in
            // So that the proxy already waits for the signal that ends it.
            let answer = try await setting.curl([setting.server.url("/hello")])
            #expect(answer.status == 60)
        }
        let first = try folder.read("state/sockeye/inspect-ca.key")
        #expect(folder.permissions(of: "state/sockeye/inspect-ca.key") == 0o600)
        #expect(folder.permissions(of: "state/sockeye/inspect-ca.pem") == 0o600)
        #expect(!String(decoding: try folder.read("state/sockeye/inspect-ca.pem"), as: UTF8.self).contains("KEY"))
        _ = try await inspecting(in: folder) { setting in
            let answer = try await setting.curl(["--cacert", setting.authority, setting.server.url("/sized/3")])
            #expect(answer.output.count == 3, "\(answer.errorText)")
        }
        let second = try folder.read("state/sockeye/inspect-ca.key")
        #expect(second == first)
        _ = try await Program.run("/bin/chmod", ["644", folder.file("state/sockeye/inspect-ca.key")])
        let refused = try await Program.run(
            sockeye, ["-q", "--inspect", "0", "--inspect-tls"], environment: ["XDG_STATE_HOME": folder.file("state")])
        #expect(refused.status == 26 && refused.errorText.contains("could be another user's"), "\(refused.errorText)")
        try folder.write("state/sockeye/inspect-ca.key", "nothing")
        _ = try await Program.run("/bin/chmod", ["600", folder.file("state/sockeye/inspect-ca.key")])
        let damaged = try await Program.run(
            sockeye, ["-q", "--inspect", "0", "--inspect-tls"], environment: ["XDG_STATE_HOME": folder.file("state")])
        #expect(damaged.status == 26 && damaged.errorText.contains("remove it"), "\(damaged.errorText)")
    }

    @Test(arguments: [
        (LoopbackConfiguration.Certificate.expired, "expired on"), (.wrongHost, "is not for this host"),
        (.unknownAuthority, "not among the trusted roots"),
    ])
    func saysWhatIsWrongWithAServer(_ certificate: LoopbackConfiguration.Certificate, _ reason: String) async throws {
        let outcome = try await inspecting(certificate) { setting in
            let answer = try await setting.curl(["-i", "--cacert", setting.authority, setting.server.url("/hello")])
            #expect(answer.text.contains("HTTP/1.1 502 ") && answer.text.contains(reason), "\(answer.text)")
        }
        #expect(outcome.errorText.contains(" 502, refused, ") && outcome.errorText.contains(reason))
    }

    @Test func saysThatAProgramTrustsNothing() async throws {
        let outcome = try await inspecting { setting in
            let answer = try await setting.curl([setting.server.url("/hello")])
            #expect(answer.status == 60, "\(answer.errorText)")
            let odd = try await setting.curl(["-p", "http://127.0.0.1:\(setting.server.port)/hello"])
            #expect(odd.status != 0)
        }
        #expect(
            outcome.errorText.contains("opened, ") && outcome.errorText.contains("unknown ca"), "\(outcome.errorText)")
        #expect(outcome.errorText.contains("http request"), "\(outcome.errorText)")
    }

    @Test func replacesInsideTLS() async throws {
        let folder = try TemporaryFolder()
        try folder.write("hello.txt", "instead\n")
        _ = try await inspecting(in: folder, ["--inspect-replace", "https://*/hello=\(folder.file("hello.txt"))"]) {
            setting in
            let answer = try await setting.curl(["--cacert", setting.authority, setting.server.url("/hello")])
            #expect(answer.text == "instead\n", "\(answer.errorText)")
            #expect(setting.server.receivedRequests.isEmpty)
        }
    }

    @Test func changesInsideTLS() async throws {
        let folder = try TemporaryFolder()
        let rules = [
            "127.0.0.1/hello: request X-Trial=one", "127.0.0.1/hello: status=404", "localhost/*: response X-Trial=two",
            "*/sized/*: response X-Trial=three",
        ]
        let outcome = try await inspecting(
            in: folder, ["-v", "--har", folder.file("a.har")] + rules.flatMap { ["--inspect-set", $0] }
        ) { setting in
            let urls = ["/hello", "/sized/3"].map { setting.server.url($0) }
            let answers = try await setting.curl(["-i", "--cacert", setting.authority] + urls)
            let text = answers.text
            #expect(text.contains("HTTP/1.1 404 Not Found\r\n") && text.contains("X-Trial: three\r\n"), "\(text)")
            #expect(!text.contains("X-Trial: two"))
            #expect(setting.server.receivedRequests.map { $0["X-Trial"] } == ["one", nil])
        }
        let lines = outcome.errorText
        #expect(lines.contains("/hello 404, changed, 38 bytes, "), "\(lines)")
        #expect(lines.contains("* set X-Trial of the answer, by the rule \"*/sized/*: response X-Trial=three\"\n"))
        let archive = String(decoding: try folder.read("a.har"), as: UTF8.self)
        #expect(
            archive.contains("status 200 became 404, by the rule \\\"127.0.0.1/hello: status=404\\\""), "\(archive)")
        #expect(archive.contains("\"status\":404,\"statusText\":\"Not Found\""))
    }

    @Test func carriesWebSockets() async throws {
        let outcome = try await inspecting { setting in
            let url = "ws" + setting.server.url("/ws/echo").dropFirst(4)
            let answer = try await Program.run(
                sockeye, ["-q", "--cacert", setting.authority, "-x", setting.proxy, "--noproxy", "", url],
                input: Array("one\ntwo\n".utf8))
            #expect(answer.text == "one\ntwo\n", "\(answer.errorText)")
        }
        #expect(outcome.errorText.contains(" 101, upgraded: "), "\(outcome.errorText)")
    }
}
