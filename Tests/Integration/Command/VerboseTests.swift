import SockeyeTesting
import TestSupport
import Testing

/// The output of `-v`, `-V` and `-h`.
struct VerboseTests {
    /// Head lines are curl's; lines about the connection are there, in order.
    @Test(arguments: [false, true]) func verbose(_ isSecure: Bool) async throws {
        let base = isSecure ? "https://localhost:PORT" : "http://localhost:PORT"
        var command = CommandCase(
            "-sv", "-4", "--cacert", "ca.pem", "-A", "me", "-d", "a=b", base + "/hello", base + "/chunked/100")
        command.isSecure = isSecure
        let ours = try await SideBySide.run(SideBySide.sockeye, command)
        let theirs = try await SideBySide.run(SideBySide.curl, command)
        #expect(ours.exitCode == 0)
        #expect(heads(ours) == heads(theirs))
        #expect(heads(ours).count > 20)
        var expected = [
            "* Host was resolved: 127.0.0.1", "*   Trying 127.0.0.1:PORT...",
            "* Connected to localhost (127.0.0.1) port ",
        ]
        if isSecure {
            expected += [
                "* TLS handshake with localhost", "* SSL connection using TLSv1.3 / ",
                "* ALPN: server accepted http/1.1",
                "* Server certificate:", "*  subject: CN = localhost", "*  start date: ", "*  expire date: ",
                "*  subjectAltName: DNS:localhost", "*  issuer: CN = Sockeye throwaway CA",
                "*  SSL certificate verify ok.",
            ]
        }
        expected += [
            "> POST /hello HTTP/1.1", "< HTTP/1.1 200 OK", "* Connection #0 to host localhost left intact\n",
            "* Re-using existing connection (#0) with host localhost\n", "> POST /chunked/100 HTTP/1.1",
            "left intact\n",
        ]
        var rest = ours.errors[...]
        for part in expected {
            let place = rest.firstRange(of: part)
            #expect(place != nil, "'\(part)' is missing or out of order:\n\(ours.errors)")
            if let place { rest = rest[place.upperBound...] }
        }
    }

    /// Operations of one command line share connections, unless something about a connection differs.
    @Test func connectionsAreKeptOverNext() async throws {
        let url = "http://localhost:PORT/hello"
        let count = ["-s", "-o", "/dev/null", "-w", "%{num_connects}"]
        var arguments = count + [url, "--next"] + count + ["-H", "X: 1", url, "--next"] + count + ["-k", url]
        let kept = try await SideBySide.run(SideBySide.sockeye, CommandCase(arguments))
        #expect(kept.exitCode == 0)
        #expect(kept.output == "101")
        arguments.removeLast(2)
        arguments.append(url)
        #expect(try await SideBySide.run(SideBySide.sockeye, CommandCase(arguments)).output == "100")
        #expect(try await SideBySide.run(SideBySide.curl, CommandCase(arguments)).output == "100")
    }

    private func heads(_ outcome: Outcome) -> [String] {
        outcome.errors.replacing("\\r\n", with: "\n").split(separator: "\n")
            .filter { ($0.hasPrefix("> ") || $0.hasPrefix("< ")) && !$0.hasPrefix("< Date:") }
            .filter { !$0.hasPrefix("> Content-Length:") }.map(String.init)
    }

    @Test func versionAndHelp() async throws {
        let version = try await Program.run(SideBySide.sockeye, ["-V"])
        #expect(version.status == 0)
        #expect(version.text.hasPrefix("sockeye "))
        #expect(version.text.contains("\nProtocols: file http https ws wss\n"), "\(version.text)")
        #expect(version.text.contains("OpenSSL"))
        let help = try await Program.run(SideBySide.sockeye, ["-h"])
        #expect(help.status == 0)
        #expect(help.text.contains("-o, --output <file>"), "\(help.text)")
        let all = try await Program.run(SideBySide.sockeye, ["--help", "all"])
        for name in [
            "output", "remote-name", "silent", "show-error", "verbose", "include", "head", "request", "header", "data",
            "data-raw", "data-binary", "get", "user-agent", "referer", "insecure", "cacert", "capath", "fail",
            "max-time", "connect-timeout", "range", "write-out", "dump-header", "no-buffer", "http1.0", "http1.1",
            "resolve", "unix-socket", "ipv4", "ipv6", "url", "no-progress-meter", "progress-bar", "version", "help",
            "next", "config",
        ] {
            #expect(all.text.contains("--\(name)"), "--\(name)")
        }
        let nothing = try await Program.run(SideBySide.sockeye, [])
        #expect(nothing.status == 2)
        #expect(nothing.errorText == "sockeye: try 'sockeye --help' for more information\n")
    }
}
