import SockeyeIO
import SockeyeTesting
import Synchronization
import TestSupport
import Testing

@testable import SockeyeCLI

/// Whole command lines, without a process: files in memory, and a server on this machine.
@Suite("Command lines", .timeLimit(.minutes(1)))
struct CommandTests {
    @Test(arguments: [
        (["--version"], "sockeye 0.1.0"), (["--help", "all"], "--remote-name"), (["--manual"], "SYNOPSIS"),
        (["--generate", "bash"], "complete -"), (["--generate", "man"], ".TH"), (["--faults"], "close"),
        (["--digest", "sha256", "--help"], "Usage"),
    ])
    func texts(_ words: [String], _ part: String) async {
        let end = await perform(words)
        #expect(end.code == .success && end.errors.isEmpty, "\(end.errors)")
        #expect(end.output.contains(part), "\(end.output.prefix(400))")
    }

    @Test(arguments: [
        ([], ExitCode.failedInitialization, "--help"), (["--nonsense"], .failedInitialization, "is unknown"),
        (["-K", "missing", "u"], .readError, "No such file"), (["-K", "", "u"], .readError, "the file name is empty"),
        (["ftp://127.0.0.1/"], .unsupportedProtocol, "ftp"),
        (["http://127.0.0.1:1/"], .couldNotConnect, "127.0.0.1"),
        (["-d", "@missing", "http://127.0.0.1:1/"], .readError, "missing"),
        (["https:host"], .malformedURL, "slash"),
    ])
    func refused(_ words: [String], _ code: ExitCode, _ part: String) async {
        let end = await perform(words)
        #expect(end.code == code && end.output.isEmpty)
        #expect(end.errors.contains(part), "\(end.errors)")
    }

    private static func server() async throws -> LoopbackServer {
        try await LoopbackServer.start { request in
            var reply = LoopbackReply.text("\(request.method) \(String(decoding: request.body, as: UTF8.self))\n")
            for name in ["Authorization", "Cookie", "X-A"] {
                if let field = request.fields.first(where: { $0.name == name }) {
                    reply.fields.append(.init("Got-\(name)", field.value))
                }
            }
            reply.fields.append(.init("Set-Cookie", "a=b"))
            return reply
        }
    }

    @Test(arguments: [
        (["-d", "@data"], "POST in the file", ""), (["-d", "@-"], "POST from a pipe", ""),
        (["-K", "options"], "PUT ", "Got-X-A: from options"), (["-H", "@heads"], "GET ", "Got-X-A: from heads"),
        (["-b", "cookies"], "GET ", "Got-Cookie: k=v"), (["--netrc"], "GET ", "Got-Authorization: Basic dTpw"),
        (["--netrc", "--netrc-file", ""], "GET ", ""),
        (["--variable", "x@data", "--expand-data", "{{x}}"], "POST in the file", ""),
    ])
    func files(_ options: [String], _ body: String, _ field: String) async throws {
        let server = try await Self.server()
        let machine = MemoryMachine(
            files: [
                "data": "in the file", "-": "from a pipe", "options": "request = PUT\nheader = \"X-A: from options\"\n",
                "heads": "X-A: from heads\n", "cookies": "127.0.0.1\tFALSE\t/\tFALSE\t0\tk\tv\n",
                "/home/.netrc": "machine 127.0.0.1 login u password p\n",
            ], variables: ["HOME": "/home"])
        let end = await perform(["-s", "-i"] + options + [server.url("/")], on: machine)
        #expect(end.code == .success, "\(end.errors)")
        #expect(end.output.hasSuffix("\r\n\r\n\(body)\n"), "\(end.output)")
        #expect(end.output.contains(field))
        #expect(end.output.contains("Got-Authorization") == field.contains("Got-Authorization"))
        await server.stop()
    }

    @Test(
        "$ftp_proxy is for ftp alone",
        arguments: [(["ftp://h/"], ExitCode.success), (["http://127.0.0.1:1/", "ftp://h/"], .unsupportedProtocol)])
    func proxyOfFTP(_ urls: [String], _ code: ExitCode) async throws {
        let server = try await Self.server()
        let machine = MemoryMachine(variables: ["ftp_proxy": server.url("/")])
        #expect(await perform(["-sS"] + urls, on: machine).code == code)
        await server.stop()
    }

    /// Warnings, by which curl helps too.
    @Test(arguments: [
        (["-d", "“a“"], "--data begins with a typographic quote"),
        (["-K", "quotes"], "quotes:1: 'data' has a single quote"),
        (["-K", "blanks"], "blanks:1: 'data' uses unquoted white space"),
        (["--follow", "-L"], "--follow overrides --location"),
        (["-v", "-X", "POST", "-d", "a"], "-X POST isn't needed"), (["-X", "POST", "-d", "a"], ""),
        (["-o", "-", "-o", "-"], "more output options than URLs"),
        (["-o", "-", "--no-remote-name"], ""),
        (["--no-ntlm", "--no-negotiate", "--no-xattr", "--no-http3", "--metalink", "--no-metalink"], ""),
        (["-f", "--fail-with-body"], ""), (["-K", "next"], ""),
    ])
    func hints(_ options: [String], _ hint: String) async throws {
        let server = try await Self.server()
        let machine = MemoryMachine(
            files: ["quotes": "data = 'a'\n", "blanks": "data = a b\n", "next": "next\n-s\n"],
            variables: ["COLUMNS": "400"])
        let end = await perform(["--no-progress-meter"] + options + [server.url("/")], on: machine)
        #expect(end.code == .success)
        #expect(hint.isEmpty ? end.errors.isEmpty : end.errors.contains(hint), "\(end.errors)")
        await server.stop()
    }

    /// What -w tells of a URL that is refused, of a redirect, and of the body beside a head.
    @Test func writeOutKnowsMore() async throws {
        let server = try await LoopbackServer.start { request in
            var reply = LoopbackReply.text("12345", status: request.target == "/" ? 302 : 200)
            reply.fields.append(.init("Location", "/there"))
            return reply
        }
        let parts = "%{url.host}+%{url.path}+%{url.scheme}+%{url.port}+%{url.query}+%{url.fragment}"
        let refused = await perform(["-s", "-w", parts, "h55p://u:p@hello:1/4?q#f"])
        #expect(refused.code == .unsupportedProtocol && refused.output == "hello+/4+h55p+1+q+f")
        let followed = await perform(["-s", "-L", "-w", "|%{url.fragment}|%{urle.fragment}|", server.url("/#f")])
        #expect(followed.output == "12345|f||")
        let counted = await perform(["-s", "-i", "-w", "|%{size_delivered}", server.url("/there")])
        #expect(counted.output.hasSuffix("12345|5"), "\(counted.output)")
        await server.stop()
    }

    /// As an HTTP proxy is asked (RFC 9112 section 3.2.2); the login is in Authorization alone.
    @Test(arguments: [
        ("ftp://host.test/a?b#c", "ftp://host.test/a?b", "host.test:21"),
        ("FTP://u:p@host.test:2121/", "ftp://host.test:2121/", "host.test:2121"),
        ("ftp://[::1]/a", "ftp://[::1]/a", "[::1]:21"),
        ("ftp://[::1]:5/a", "ftp://[::1]:5/a", "[::1]:5"),
    ])
    func aProxyFetchesFTP(_ url: String, _ target: String, _ host: String) async throws {
        let proxy = try await LoopbackServer.start { request in
            .text("\(request.target) \(request["Host"] ?? "") \(request["Authorization"] ?? "none")")
        }
        let end = await perform(["-s", "-x", proxy.url(""), url])
        #expect(end.output == "\(target) \(host) \(url.contains("@") ? "Basic dTpw" : "none")", "\(end)")
        #expect(await perform(["-s", url]).code == .unsupportedProtocol)
        await proxy.stop()
    }

    @Test func aSignatureIsMadeWithTheUserWhateverElseIsGiven() async throws {
        let server = try await Self.server()
        let words = [
            "-s", "-i", "--oauth2-bearer", "t", "--aws-sigv4", "aws:amz:eu:s3", "-u", "key:secret", server.url("/"),
        ]
        let end = await perform(words)
        #expect(end.output.contains("Got-Authorization: AWS4-HMAC-SHA256 Credential=key/"), "\(end)")
        await server.stop()
    }

    @Test func whatIsWrittenIsInTheMachine() async throws {
        let server = try await Self.server()
        let machine = MemoryMachine(variables: ["HOME": "/home"])
        let end = await perform(
            ["-s", "-c", "jar", "--trace-ascii", "trace", "-w", "%{http_code} %{stderr}done", server.url("/")],
            on: machine)
        #expect(end.code == .success && end.output == "GET \n200 " && end.errors == "done", "\(end)")
        #expect(machine.text(of: "jar")?.contains("\ta\tb\n") == true)
        #expect(machine.text(of: "trace")?.contains("=> Send header") == true, "\(machine.text(of: "trace") ?? "none")")
        await server.stop()
    }

    @Test(arguments: [true, false]) func aTerminalHasColoursAndColumns(_ isTerminal: Bool) async throws {
        let server = try await Self.server()
        let machine = MemoryMachine(isTerminal: isTerminal)
        let end = await perform(["-s", "-i", server.url("/")], on: machine)
        #expect(end.output.contains("\u{1B}[1m") == isTerminal)
        let help = await perform(["--manual"], on: MemoryMachine(isTerminal: isTerminal))
        #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        await server.stop()
    }

    @Test func aRunInATestLeavesTheProcessAlone() async throws {
        let machine = MemoryMachine(files: ["o": "stderr = \"log\"\n"])
        let end = await perform(["-K", "o", "http://127.0.0.1:1/"], on: machine)
        #expect(end.code == .couldNotConnect)
        #expect(!machine.state.withLock(\.opened).isEmpty)
    }
}

/// Whom a command line trusts.
@Suite("Roots", .timeLimit(.minutes(1)))
struct RootsTests {
    @Test(arguments: [
        (["CURL_CA_BUNDLE": "good"], [], true), (["CURL_CA_BUNDLE": "other", "SSL_CERT_FILE": "good"], [], false),
        (["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": "good"], [], true), (["SSL_CERT_FILE": "other"], [], false),
        (["CURL_CA_BUNDLE": "other"], ["--cacert", "good"], true),
        (["CURL_CA_BUNDLE": "good"], ["--cacert", "other"], false),
        (["CURL_CA_BUNDLE": "other"], ["-k"], true), ([:], [], false),
    ])
    func variablesNameThem(_ variables: [String: String], _ options: [String], _ isTrusted: Bool) async throws {
        let folder = TemporaryFolder()
        let (server, other) = (
            try await LoopbackServer.start(secure: true) { _ in .text("x") },
            try await LoopbackServer.start(secure: true)
        )
        folder.write("good", server.authorityPEM)
        folder.write("other", other.authorityPEM)
        func path(_ word: String) -> String { ["good", "other"].contains(word) ? folder.path + "/" + word : word }
        let machine = MemoryMachine(
            files: ["good": "", "other": ""], variables: variables.mapValues(path))
        let end = await perform(["-s"] + options.map(path) + [server.url("/")], on: machine)
        #expect((end.code == .success) == isTrusted, "\(end)")
        await server.stop()
        await other.stop()
    }
}
