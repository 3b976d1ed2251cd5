import Glibc
import SockeyeCache
import SockeyeTesting
import Synchronization
import TestSupport
import Testing

/// `--cache` and related options for the user, and several programs with one cache.
struct CacheCommandTests {
    /// - Parameter noted: is given the `User-Agent` of each request.
    private func server(
        _ noted: @escaping @Sendable (String?) -> Void = { _ in }
    ) async throws -> LoopbackServer {
        try await LoopbackServer.start { request in
            noted(request["User-Agent"])
            var reply: LoopbackReply
            if let number = Int(request.target.dropFirst(3)), request.target.hasPrefix("/n/") {
                reply = .bytes(Self.body(number))
            } else {
                reply = .text("hello")
            }
            reply.fields += [.init("Cache-Control", "max-age=604800"), .init("ETag", "\"\(request.target)\"")]
            return reply
        }
    }

    /// The body of `/n/NUMBER`: some in the index, some in files.
    private static func body(_ number: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: number % 4 == 0 ? 60_000 : 900 + number)
    }

    /// With a clock that doesn't jump (Tests/CFaults): what was stored before it was set back is stale.
    private func run(_ words: [String], environment: [String: String] = [:]) async throws -> Program.Outcome {
        try await Program.run(
            SideBySide.sockeye, ["-sS"] + words, environment: environment.merging(["SOCKEYE_CLOCK": "steady"]) { $1 })
    }

    @Test(.disabled(if: Surroundings.clockJumps, "the clock jumps over days"))
    func secondRunIsAHit() async throws {
        let (server, folder) = (try await server(), try TemporaryFolder())
        let words = ["--cache-dir", folder.file("cache"), "-w", " %{http_code} %{cache_status}", server.url("/a")]
        let first = try await run(words)
        #expect(first.text == "hello 200 sockeye; fwd=uri-miss; fwd-status=200; stored", "\(first.errorText)")
        let second = try await run(words)
        #expect(second.text.hasPrefix("hello 200 sockeye; hit; ttl="), "\(second.text)")
        #expect(server.requestCount == 1)
        let verbose = try await run(["-v"] + words)
        #expect(verbose.errorText.contains("* Cache-Status: sockeye; hit; ttl="))
        #expect(verbose.errorText.contains("< HTTP/1.1 200 OK"))
        let reload = try await run(["--cache-policy", "revalidate", "-i"] + words)
        #expect(reload.text.contains("fwd=request; fwd-status=") && reload.text.hasPrefix("HTTP/1.1 200"))
        await server.stop()
        #expect(try await run(["--offline"] + words).text.hasPrefix("hello 200"))
        let miss = try await run(["--offline", "--cache-dir", folder.file("cache"), server.url("/b")])
        #expect(miss.status == 123 && miss.errorText.contains("nothing usable is in the cache"), "\(miss.errorText)")
    }

    /// A stored response with a temporary status is no answer to its own retry.
    @Test(arguments: ["-", "FILE"]) func retriesAskTheServer(output: String) async throws {
        let folder = try TemporaryFolder()
        let count = Mutex(0)
        let server = try await LoopbackServer.start { _ in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            var reply = LoopbackReply.text(isFirst ? "wait" : "hello", status: isFirst ? 503 : 200)
            reply.fields.append(.init("Cache-Control", "max-age=604800"))
            return reply
        }
        let place = output == "-" ? "-" : folder.file("out")
        let words = ["--cache-dir", folder.file("cache"), "--retry", "2", "--retry-delay", "1", "-f", "-o", place]
        let outcome = try await run(words + ["-w", "|%{http_code} %{cache_status}", server.url("/")])
        #expect(outcome.text.hasSuffix("|200 sockeye; fwd=bypass; fwd-status=200; stored"), "\(outcome.text)")
        #expect(server.requestCount == 2)
        await server.stop()
    }

    @Test func defaultFolderListAndClear() async throws {
        let (server, folder) = (try await server(), try TemporaryFolder())
        let place = ["XDG_CACHE_HOME": folder.path]
        for path in ["/a", "/b"] { _ = try await run(["--cache", server.url(path)], environment: place) }
        #expect(folder.permissions(of: "sockeye/index") == 0o600)
        let list = try await run(["--cache-list"], environment: place)
        let lines = list.text.split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasPrefix("200            5 ") && lines[0].hasSuffix(server.url("/b")))
        _ = try await run(["--cache-clear", server.url("/b")], environment: place)
        #expect(try await run(["--cache-list"], environment: place).text.hasSuffix("\(server.url("/a"))\n"))
        _ = try await run(["--cache-clear"], environment: place)
        #expect(try await run(["--cache-list"], environment: place).text == "")
        await server.stop()
    }

    @Test func aCacheThatIsNotThereIsNamed() async throws {
        let folder = try TemporaryFolder()
        for option in ["--cache-list", "--cache-clear"] {
            let outcome = try await run(["--cache-dir", folder.file("none"), option])
            #expect(outcome.status == 37 && outcome.errorText.contains("there is no cache in"), "\(outcome.errorText)")
        }
        #expect(try folder.entries().isEmpty)
        // The default one needn't be there yet.
        let place = ["XDG_CACHE_HOME": folder.path, "HOME": folder.path]
        #expect(try await run(["--cache-list"], environment: place).status == 0)
    }

    /// Whoever answers under `-k` has no say about what is fetched without it; nor what came without the pins.
    @Test func unprovenServersAreNotCached() async throws {
        let folder = try TemporaryFolder()
        let impostor = try await LoopbackServer.start(secure: true) { _ in
            var reply = LoopbackReply.text("hello")
            reply.fields.append(.init("Cache-Control", "max-age=604800"))
            return reply
        }
        let words = ["--cache-dir", folder.file("cache"), "-o", "/dev/null", impostor.url("/a")]
        #expect(try await run(["-k"] + words).status == 0)
        #expect(try await run(words).status == 60)
        #expect(try await run(["--cache-dir", folder.file("cache"), "--cache-list"]).text == "")
        try impostor.writeAuthority(to: folder.file("ca"))
        let trusted = ["--cacert", folder.file("ca")] + words
        #expect(try await run(trusted).status == 0)
        let pinned = try await run(["--pinnedpubkey", "sha256//" + String(repeating: "A", count: 43) + "="] + trusted)
        #expect(pinned.status == 90, "\(pinned.errorText)")
        await impostor.stop()
    }

    /// What an impostor stored under its own authority, or another address, or another user got, is nobody else's.
    @Test(.disabled(if: Surroundings.clockJumps, "the clock jumps over days"))
    func otherTermsAreOtherAnswers() async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start(secure: true) { request in
            var reply = LoopbackReply.text(request["Authorization"] ?? "nobody")
            reply.fields.append(.init("Cache-Control", "max-age=604800"))
            return reply
        }
        try server.writeAuthority(to: folder.file("ca"))
        let cached = ["--cache-dir", folder.file("cache")]
        let trusted = cached + ["--cacert", folder.file("ca")]
        #expect(try await run(trusted + [server.url("/a")]).text == "nobody")
        #expect(try await run(cached + [server.url("/a")]).status == 60)
        #expect(try await run(trusted + [server.url("/a")]).text == "nobody")
        #expect(server.requestCount == 1)
        for (user, sent) in [("a:p", "Basic YTpw"), ("b:p", "Basic Yjpw"), ("a:p", "Basic YTpw")] {
            #expect(try await run(trusted + ["-u", user, server.url("/a")]).text == sent)
        }
        #expect(server.requestCount == 3)
        let port = server.port
        let elsewhere = "https://localhost:1/a"
        _ = try await run(trusted + ["--connect-to", "localhost:1:localhost:\(port)", elsewhere])
        #expect(server.requestCount == 4)
        #expect(try await run(trusted + [elsewhere]).status == 7)
        #expect(try await run(cached + ["--cache-list"]).text.split(separator: "\n").count == 4)
        #expect(try await run(cached + ["--cache-clear", server.url("/a")]).status == 0)
        #expect(try await run(cached + ["--cache-list"]).text.split(separator: "\n").count == 1)
        await server.stop()
    }

    /// The index keeps no value that selects a response in clear.
    @Test(arguments: ["Authorization", "Cookie", "X-Api-Key", "X-Customer"])
    func selectingValuesAreDigests(name: String) async throws {
        let folder = try TemporaryFolder()
        let server = try await LoopbackServer.start { request in
            var reply = LoopbackReply.text("hello")
            reply.fields += [.init("Cache-Control", "max-age=604800"), .init("Vary", "accept, \(name)")]
            return reply
        }
        let words = ["--cache-dir", folder.file("cache"), "-w", " %{cache_status}", server.url("/a")]
        for (value, isHit) in [
            ("S3CRET", false), ("S3CRET", true), ("other", false), ("other", true), ("S3CRET", true),
        ] {
            let outcome = try await run(["-H", "\(name): \(value)"] + words)
            #expect(outcome.text.contains("; hit") == isHit, "\(value): \(outcome.text)")
        }
        let found = try await Program.run("/bin/grep", ["-rac", "S3CRET", folder.file("cache")])
        #expect(found.status == 1, "\(found.text)")
        await server.stop()
    }

    @Test func staleResponsesAreValidatedBeforeTheEnd() async throws {
        let server = try await LoopbackServer.start { request in
            var reply = LoopbackReply.text("hello")
            reply.fields += [
                .init("Cache-Control", "max-age=0, stale-while-revalidate=604800"), .init("ETag", "\"1\""),
            ]
            return reply
        }
        let folder = try TemporaryFolder()
        let words = ["--cache-dir", folder.file("cache"), "-o", "/dev/null", server.url("/a")]
        for count in 1...3 {
            _ = try await run(words)
            #expect(server.requestCount == count)
        }
        await server.stop()
    }

    @Test func aCutBodyIsNotSaidToBeStored() async throws {
        let server = try await LoopbackServer.start { _ in
            var reply = LoopbackReply.text("hello")
            reply.fields = [.init("Cache-Control", "max-age=604800"), .init("Content-Length", "9")]
            return reply
        }
        let folder = try TemporaryFolder()
        let cut = try await run(
            ["--cache-dir", folder.file("cache"), "-m", "2", "-w", " %{cache_status}", server.url("/a")])
        #expect(cut.text == "hello sockeye; fwd=uri-miss; fwd-status=200", "\(cut.text) \(cut.errorText)")
        await server.stop()
    }

    @Test func clearingTakesGlobsAndTellsFailure() async throws {
        let (server, folder) = (try await server(), try TemporaryFolder())
        let cache = ["--cache-dir", folder.file("cache")]
        #expect(try await run(cache + ["--cache-list"]).text == "")
        #expect(!folder.contains("cache"))
        _ = try await run(cache + ["-o", "/dev/null", "-o", "/dev/null", "-o", "/dev/null", server.url("/n/[1-3]")])
        _ = try await run(cache + ["--cache-clear", server.url("/n/{1,3}")])
        #expect(try await run(cache + ["--cache-list"]).text.hasSuffix("\(server.url("/n/2"))\n"))
        let bad = try await run(cache + ["--cache-clear", server.url("/n/[3-1]")])
        #expect(bad.status == 3, "\(bad.errorText)")
        try folder.write("other", "not a folder")
        let unusable = try await run(["--cache-dir", folder.file("other"), "--cache-clear"])
        #expect(unusable.status == 2 && unusable.errorText.contains("can't be used"), "\(unusable.errorText)")
        await server.stop()
    }

    @Test(.disabled(if: Surroundings.clockJumps, "the clock jumps over days"))
    func filesComeThroughTheCacheWhenAsked() async throws {
        let (server, folder) = (try await server(), try TemporaryFolder())
        let words = ["--cache-dir", folder.file("cache"), "-o", folder.file("out"), server.url("/n/4")]
        for _ in 0..<2 {
            let outcome = try await run(words)
            #expect(outcome.status == 0, "\(outcome.errorText)")
            #expect(try folder.read("out") == Self.body(4))
        }
        #expect(server.requestCount == 1)
        _ = try await run(["-o", folder.file("out"), server.url("/n/4")])
        #expect(server.requestCount == 2)
        await server.stop()
    }

    @Test func hitsAreCountedTracedAndResumed() async throws {
        let (server, folder) = (try await server(), try TemporaryFolder())
        let cache = ["--cache-dir", folder.file("cache")]
        let size = ["-w", "%{size_download}", "-o", "/dev/null"]
        for _ in 0..<2 { #expect(try await run(cache + size + [server.url("/n/4")]).text == "60000") }
        let traced = try await run(cache + ["--trace-ascii", "-", "-o", "/dev/null", server.url("/a")])
        #expect(traced.text.contains("<= Recv data, 5 bytes"))
        let hit = try await run(cache + ["--trace-ascii", "-", "-o", "/dev/null", server.url("/a")])
        #expect(hit.text.contains("<= Recv data, 5 bytes") && hit.text.contains("hello"), "\(hit.text)")
        // The rest of a file comes from the cache too.
        try folder.write("part", bytes: Array(Self.body(4).prefix(1000)))
        await server.stop()
        let resumed = try await run(
            cache + ["--offline", "-C", "-", "-o", folder.file("part"), server.url("/n/4")])
        #expect(resumed.status == 0, "\(resumed.errorText)")
        #expect(try folder.read("part") == Self.body(4))
    }

    @Test func nothingGoesOutOffline() async throws {
        let (server, folder) = (try await server(), try TemporaryFolder())
        let offline = ["--offline", "--cache-dir", folder.file("cache")]
        try folder.write("up", bytes: [1, 2, 3])
        for words in [["-T", folder.file("up")], ["-d", "x"], ["-X", "DELETE"], ["-o", folder.file("out")]] {
            let outcome = try await run(offline + words + [server.url("/a")])
            #expect(outcome.status == 123, "\(words): \(outcome.errorText)")
        }
        #expect(server.requestCount == 0)
        #expect(!folder.contains("out"))
        await server.stop()
    }

    @Test func unusableFolderOnlyWarns() async throws {
        let (server, folder) = (try await server(), try TemporaryFolder())
        try folder.write("file", bytes: [])
        let words = ["--cache-dir", folder.file("file/cache"), server.url("/a")]
        let outcome = try await Program.run(SideBySide.sockeye, words)
        #expect(outcome.status == 0 && outcome.text == "hello")
        // A long warning is wrapped, somewhere: the folder's name may have any length.
        let warning = outcome.errorText.replacing("\nWarning: ", with: " ")
        #expect(warning.contains("can't be used"), "\(outcome.errorText)")
        await server.stop()
    }

    @Test func clearingLeavesOutCredentialsAndFragment() async throws {
        let (server, folder) = (try await server(), try TemporaryFolder())
        let cache = ["--cache-dir", folder.file("cache")]
        _ = try await run(cache + [server.url("/a")])
        let url = server.url("/a").replacing("http://", with: "http://me:secret@") + "#part"
        #expect(try await run(cache + ["--cache-clear", url]).status == 0)
        #expect(try await run(cache + ["--cache-list"]).text == "")
        await server.stop()
    }

    /// Two programs at work on one cache while a third is killed fifty times, after more and more requests: every entry is
    /// whole afterwards.
    @Test(.timeLimit(.minutes(10))) func killedProgramLeavesNothingTorn() async throws {
        let (agents, noted) = AsyncStream.makeStream(of: String?.self)
        let (server, folder) = (try await server { noted.yield($0) }, try TemporaryFolder())
        let cache = folder.file("cache")
        let words = ["-sS", "-Z", "--cache-dir", cache, "--out-null", server.url("/n/[0-199]")]
        _ = try await Program.run(SideBySide.sockeye, words)
        let others = (0..<2).map { _ in
            Task {
                var runs = 0
                while !Task.isCancelled {
                    let reload = ["--cache-policy", "reload"]
                    let outcome = try await Program.run(SideBySide.sockeye, (runs % 2 == 0 ? reload : []) + words)
                    #expect(outcome.status == 0, "\(outcome.errorText)")
                    runs += 1
                }
            }
        }
        for round in 0..<50 {
            let reload = ["--cache-policy", "reload", "-A", "killed \(round)"]
            let program = try Program(SideBySide.sockeye, reload + words)
            for await _ in agents.filter({ $0 == "killed \(round)" }).prefix(round) {}
            program.kill()
            _ = await program.finish()
        }
        for other in others { other.cancel() }
        for other in others { _ = try? await other.value }
        let offline = ["-sS", "--offline", "--cache-dir", cache]
        // What was stored before is still there, and right.
        for number in 0..<200 {
            let outcome = try await Program.run(SideBySide.sockeye, offline + [server.url("/n/\(number)")])
            #expect(outcome.status == 0 && outcome.output == Self.body(number), "\(number): \(outcome.errorText)")
        }
        #expect(!folder.contains("cache/index.damaged"))
        await server.stop()
    }
}

extension TemporaryFolder {
    fileprivate func contains(_ name: String) -> Bool { permissions(of: name) != nil }
}
