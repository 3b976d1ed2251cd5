import SockeyeTesting
import TestSupport
import Testing

/// Octets that aren't UTF-8, on the wire, on disk and on the command line: they stay unchanged, and match curl where it
/// does the same.
struct OctetTests {
    /// Text as ISO 8859-1 octets: U+00E9 becomes E9, which alone isn't UTF-8.
    private static func latin(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    /// Runs a program through a shell, which turns `$'\xE9'` into octets.
    private static func run(
        _ program: String, _ words: String, _ server: LoopbackServer, in folder: TemporaryFolder
    ) async throws -> Program.Outcome {
        let words = words.replacing("PORT", with: "\(server.port)")
        return try await Program.run(
            "/bin/bash", ["-c", "cd '\(folder.path)' && exec '\(program)' -sS -m 20 \(words)"],
            environment: ["HOME": folder.path, "http_proxy": "", "no_proxy": ""])
    }

    /// The lines of a head, without User-Agent and Host.
    private static func lines(_ request: ReceivedRequest) -> [[UInt8]] {
        request.rawHead.split { $0 == 0x0A }.map(Array.init).filter { line in
            !["Host:", "User-Agent: curl", "User-Agent: sockeye", "Proxy-Connection:"].contains {
                line.starts(with: $0.utf8)
            }
        }
    }

    @Test(arguments: [
        #"-H $'X: \xe9\xff' http://127.0.0.1:PORT/hello"#, #"-A $'a\xe9' http://127.0.0.1:PORT/hello"#,
        #"-e $'\xe9' http://127.0.0.1:PORT/hello"#, #"-b $'a\xe9=\xff' http://127.0.0.1:PORT/hello"#,
        #"-u $'jos\xe9:\xff' http://127.0.0.1:PORT/hello"#, #"-d $'\xe9=\xff' http://127.0.0.1:PORT/hello"#,
        #"http://jos%E9:%FF@127.0.0.1:PORT/hello"#, #"-H $'Content-Type: x; y=\xe9' -d a http://127.0.0.1:PORT/hello"#,
        #"-x $'http://u%E9:p@127.0.0.1:PORT' http://a.example/hello"#,
        #"-x http://127.0.0.1:PORT -U $'u\xe9:p' http://a.example/hello"#,
    ])
    func sentAsCurlSendsThem(_ words: String) async throws {
        var sent: [[[UInt8]]] = []
        for program in [Oracle.curl, Oracle.sockeye] {
            let server = try await LoopbackServer.start()
            let outcome = try await Self.run(program, words, server, in: try TemporaryFolder())
            #expect(outcome.status == 0, "\(outcome.errorText)")
            // curl's fields are in another order.
            let parts = server.receivedRequests.flatMap { Self.lines($0) + [$0.body] }
            sent.append(parts.sorted { $0.lexicographicallyPrecedes($1) })
            await server.stop()
        }
        #expect(sent[1] == sent[0])
    }

    @Test(arguments: [
        "-i http://127.0.0.1:PORT/", "-I http://127.0.0.1:PORT/", "-D heads http://127.0.0.1:PORT/",
        "-w '%header{x}|%{content_type}|' http://127.0.0.1:PORT/", "--etag-save tag http://127.0.0.1:PORT/",
    ])
    func writtenAsCurlWritesThem(_ words: String) async throws {
        let head = "HTTP/1.1 200 OK\r\nX: caf\u{E9}\u{FF}\r\nContent-Type: a/b; c=\u{E8}\r\nETag: \"\u{E9}\"\r\n"
        let answer = Self.latin(head + "Content-Length: 2\r\nConnection: close\r\n\r\nok")
        var written: [[UInt8]] = []
        for program in [Oracle.curl, Oracle.sockeye] {
            let server = try await LoopbackServer.start(script: [.awaitRequest, .sendBytes(answer), .close])
            let folder = try TemporaryFolder()
            let outcome = try await Self.run(program, words, server, in: folder)
            #expect(outcome.status == 0, "\(outcome.errorText)")
            let files = ["heads", "tag"].map { (try? folder.read($0)) ?? [] }
            written.append(outcome.output + files.joined())
            await server.stop()
        }
        #expect(written[1] == written[0])
        #expect(written[1].contains(0xE9))
    }

    @Test func redirectsAskForTheOctets() async throws {
        let answer = Self.latin(
            "HTTP/1.1 302 Found\r\nLocation: /\u{E9}?\u{FF}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        let server = try await LoopbackServer.start(
            script: Script(connections: [[.awaitRequest, .sendBytes(answer), .close], [.serve(requests: nil)]]))
        let outcome = try await Self.run(
            Oracle.sockeye, "-L -o x http://127.0.0.1:PORT/", server, in: try TemporaryFolder())
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(server.receivedRequests.map(\.target) == ["/", "/%E9?%FF"])
        await server.stop()
    }

    @Test func typedURLsAskForTheOctets() async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        _ = try await Self.run(Oracle.sockeye, #"-o x $'http://127.0.0.1:PORT/\xe9'"#, server, in: folder)
        _ = try await Self.run(Oracle.sockeye, #"-o x -G -d $'\xe9' http://127.0.0.1:PORT/"#, server, in: folder)
        #expect(server.receivedRequests.map(\.target) == ["/%E9", "/?%E9"])
        await server.stop()
    }

    /// Cookies of a jar are written back and sent byte for byte.
    @Test func jarsAreKept() async throws {
        let server = try await LoopbackServer.start(
            script: [
                .awaitRequest,
                .sendBytes(
                    Self.latin(
                        "HTTP/1.1 200 OK\r\nSet-Cookie: n\u{E8}w=\u{FF}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    )),
                .close,
            ])
        let folder = try TemporaryFolder()
        let old =
            "127.0.0.1\tFALSE\t/\tFALSE\t4000000000\tn\u{E9}\tv\u{FF};x \n#HttpOnly_.a.example\tTRUE\t/\u{E9}\tTRUE\t0\ta\tb=c\n"
        try folder.write("jar", bytes: Self.latin("# Netscape HTTP Cookie File\n" + old))
        let outcome = try await Self.run(Oracle.sockeye, "-b jar -c jar http://127.0.0.1:PORT/", server, in: folder)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let request = try #require(server.receivedRequests.first)
        #expect(Self.lines(request).contains(Self.latin("Cookie: n\u{E9}=v\u{FF};x\r")))
        // The youngest first.
        let lines = old.split(separator: "\n", omittingEmptySubsequences: true).reversed().map { $0 + "\n" }.joined()
        let new = Self.latin("127.0.0.1\tFALSE\t/\tFALSE\t0\tn\u{E8}w\t\u{FF}\n" + lines)
        #expect(try folder.read("jar").suffix(new.count) == new[...])
        await server.stop()
    }

    @Test func tagsAreComparedAsTheyWereSaved() async throws {
        let server = try await LoopbackServer.start()
        let folder = try TemporaryFolder()
        try folder.write("tag", bytes: Self.latin("\"\u{E9}\"\n"))
        _ = try await Self.run(Oracle.sockeye, "--etag-compare tag http://127.0.0.1:PORT/hello", server, in: folder)
        let request = try #require(server.receivedRequests.first)
        #expect(Self.lines(request).contains(Self.latin("If-None-Match: \"\u{E9}\"\r")))
        await server.stop()
    }

    /// A realm and a password in another charset: the response is curl's, including the hash.
    @Test func digestOfOtherCharsets() async throws {
        let challenge = Self.latin(
            "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"caf\u{E9}\", nonce=\"n\"\r\nContent-Length: 0\r\n\r\n")
        var fields: [[UInt8]?] = []
        for program in [Oracle.curl, Oracle.sockeye] {
            let server = try await LoopbackServer.start(
                script: [.awaitRequest, .sendBytes(challenge), .serve(requests: nil)])
            let outcome = try await Self.run(
                program, #"--digest -u $'jos\xe9:\xfc' http://127.0.0.1:PORT/hello"#, server, in: try TemporaryFolder())
            #expect(outcome.status == 0, "\(outcome.errorText)")
            fields.append(
                server.receivedRequests.last.flatMap { request in
                    Self.lines(request).first { $0.starts(with: "Authorization:".utf8) }
                })
            await server.stop()
        }
        func parts(_ field: [UInt8]?) -> Set<[UInt8]> {
            Set((field ?? []).split { $0 == 0x2C || $0 == 0x20 || $0 == 0x0D }.map(Array.init))
        }
        #expect(parts(fields[1]) == parts(fields[0]))
        #expect(parts(fields[1]).contains(Self.latin("realm=\"caf\u{E9}\"")))
    }

    @Test func namesOfOtherCharsetsAreSavedAsText() async throws {
        let answer = Self.latin(
            "HTTP/1.1 200 OK\r\nContent-Disposition: attachment; filename=\"na\u{EF}ve.txt\"\r\nContent-Length: 2\r\n\r\nok"
        )
        let server = try await LoopbackServer.start(script: [.awaitRequest, .sendBytes(answer), .close])
        let folder = try TemporaryFolder()
        let outcome = try await Self.run(Oracle.sockeye, "-OJ http://127.0.0.1:PORT/x", server, in: folder)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(try folder.read("na\u{EF}ve.txt") == Array("ok".utf8))
        await server.stop()
    }

    /// A scheme without slashes is never taken for a host of that name, which would get the password in clear.
    @Test(arguments: ["https:\\\\\\\\u:p@127.0.0.1:PORT/", "https:127.0.0.1:PORT", "http:", "http:u:p@127.0.0.1:PORT/"])
    func schemesWithoutSlashes(_ url: String) async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await Self.run(Oracle.sockeye, url, server, in: try TemporaryFolder())
        #expect(outcome.status == 3)
        #expect(outcome.errorText.contains("no slash follows"), "\(outcome.errorText)")
        #expect(server.receivedRequests.isEmpty)
        await server.stop()
    }

    @Test(arguments: ["http:/127.0.0.1:PORT/hello", "http:///127.0.0.1:PORT/hello", "127.0.0.1:PORT/hello"])
    func someSlashesAreTwo(_ url: String) async throws {
        let server = try await LoopbackServer.start()
        for program in [Oracle.curl, Oracle.sockeye] {
            #expect(try await Self.run(program, url, server, in: try TemporaryFolder()).status == 0)
        }
        #expect(server.receivedRequests.map(\.target) == ["/hello", "/hello"])
        await server.stop()
    }

    /// RFC 7617 section 2.
    @Test(arguments: ["-u $'u\\x01:p' http://127.0.0.1:PORT/", "http://u%00:p@127.0.0.1:PORT/"])
    func controlsInCredentials(_ words: String) async throws {
        let server = try await LoopbackServer.start()
        let outcome = try await Self.run(Oracle.sockeye, words, server, in: try TemporaryFolder())
        #expect(outcome.status == 43)
        #expect(outcome.errorText.contains("control character"), "\(outcome.errorText)")
        #expect(server.receivedRequests.isEmpty)
        await server.stop()
    }

    @Test func emptyLocationIsTheAnswer() async throws {
        for program in [Oracle.curl, Oracle.sockeye] {
            let server = try await LoopbackServer.start { _ in
                LoopbackReply(
                    status: 302, fields: [.init("Location", ""), .init("Content-Length", "2")], body: [.send("ok")])
            }
            let outcome = try await Self.run(
                program, "-L -w '%{http_code}' http://127.0.0.1:PORT/", server, in: try TemporaryFolder())
            #expect(outcome.status == 0)
            #expect(outcome.text == "ok302")
            #expect(server.requestCount == 1)
            await server.stop()
        }
    }
}
