import SockeyeTesting
import TestSupport
import Testing

/// `--explain` as a user runs it, in a pipe.
struct ExplainCommandTests {
    /// The arguments, the exit code, and what the explanation says in this order.
    static let cases: [(arguments: [String], exitCode: Int32, parts: [String])] = [
        (
            ["-A", "me", "http://localhost:PORT/hello"], 0,
            [
                "* no proxy is used", "* the resolver named 127.0.0.1:PORT", "* 127.0.0.1:PORT answered first",
                "> GET /hello HTTP/1.1", "> Host: localhost:PORT", "from the URL", "> User-Agent: me", "from an option",
                "< HTTP/1.1 200 OK", "it worked", "* step 6: ", "* connection #0 is kept", "~ dns ", " · tcp ",
                " wait ", " body ", " ms",
            ]
        ),
        (
            ["https://localhost:PORT/hello"], 0,
            [
                "Client hello", "Server hello", "certificate 0: CN = localhost", "* TLSv1.3 with ",
                "* the certificate of CN = localhost", "> GET /hello", "< HTTP/1.1 200", "~ dns ", " · tls ",
            ]
        ),
        (
            ["-o", "out.txt", "http://localhost:PORT/chunked/100"], 0,
            ["* step 4: chunked", "the last chunk", "(100 bytes)"]
        ),
        (["-I", "http://localhost:PORT/hello"], 0, ["> HEAD /hello", "* step 1: the response has no body"]),
        (
            ["-u", "me:topsecret", "-b", "sid=topsecret", "http://localhost:PORT/hello"], 0,
            ["* Basic credentials are sent", "> Authorization: Basic (hidden)", "> Cookie: sid=(hidden)"]
        ),
        (["-d", "a=b", "http://localhost:PORT/echo"], 0, ["> POST /echo", "> Content-Length: 3", "(3 bytes)"]),
        (["-Z", "http://localhost:PORT/hello", "http://localhost:PORT/hello"], 0, ["[0] > GET /hello"]),
        (["-f", "http://localhost:PORT/status/404"], 22, ["< HTTP/1.1 404", "nothing is there"]),
        (["http://localhost:1/"], 7, ["127.0.0.1:1 failed (connect: ", "! could not connect"]),
    ]

    @Test(arguments: cases.indices)
    func says(_ index: Int) async throws {
        let (arguments, exitCode, parts) = Self.cases[index]
        var command = CommandCase(["--explain", "-4", "--cacert", "ca.pem"] + arguments)
        command.isSecure = arguments.contains { $0.hasPrefix("https:") }
        let outcome = try await SideBySide.run(SideBySide.sockeye, command)
        #expect(outcome.exitCode == exitCode)
        #expect(!outcome.errors.contains("\u{1B}") && !outcome.errors.contains("topsecret"))
        var rest = outcome.errors[...]
        for part in parts {
            let place = rest.firstRange(of: part)
            #expect(place != nil, "'\(part)' is missing or out of order:\n\(outcome.errors)")
            if let place { rest = rest[place.upperBound...] }
        }
    }
}
