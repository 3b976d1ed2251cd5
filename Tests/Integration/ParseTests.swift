import Glibc
import SockeyeTesting
import TestSupport
import Testing

/// `--parse`, `--select` and `--digest ALGORITHM`, in real runs of the program.
struct ParseTests {
    private static let json = #"{"videos":[{"name":"a"},{"name":"b"}]}"#

    private func run(
        _ arguments: [String], _ type: String? = "application/json", _ body: String = json, input: String = "",
        environment: [String: String] = [:]
    ) async throws -> Program.Outcome {
        let server = try await LoopbackServer.start { _ in
            LoopbackReply(
                fields: (type.map { [.init("Content-Type", $0)] } ?? [])
                    + [.init("Content-Length", "\(body.utf8.count)")], body: [.send(body)])
        }
        let words = arguments.map { $0.replacing("URL", with: server.url("/dir/file.json")) }
        let outcome = try await Program.run(
            SideBySide.sockeye, ["-sS", "--noproxy", "*"] + words, input: Array(input.utf8), environment: environment)
        await server.stop()
        return outcome
    }

    @Test func bodiesArePrinted() async throws {
        let pretty = try await run(["--parse", "auto", "URL"])
        #expect(pretty.status == 0)
        #expect(pretty.text.hasPrefix("{\n  \"videos\": [\n    {\n      \"name\": \"a\"\n    },\n"))
        let both = try await run(["--parse", "json", "--select", "videos[*].name", "URL", "URL"])
        #expect(both.text == "a\nb\na\nb\n")
        let heads = try await run(["-i", "--select", "videos[1].name", "URL"])
        #expect(heads.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(heads.text.hasSuffix("\r\n\r\nb\n"))
        let head = try await run(["-I", "--parse", "json", "URL"])
        #expect(head.status == 0)
        #expect(head.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
    }

    @Test func badBodiesFail() async throws {
        let bad = try await run(["--parse", "json", "URL"], "application/json", "[1,\n]")
        #expect(bad.status == 121)
        #expect(bad.text == "[\n  1\n")
        // Which body, and why.
        let text = bad.errorText
        #expect(
            text.hasPrefix("sockeye: (121) http://127.0.0.1:")
                && text.hasSuffix(
                    "/dir/file.json: JSON error at line 2, column 1 (byte 4): expected a value, found ']'\n"),
            "\(text)")
        let none = try await run(["--select", "videos[7]", "URL"])
        #expect(none.status == 122)
        #expect(none.text == "")
        #expect(none.errorText == "sockeye: (122) nothing in the body matches 'videos[7]'\n")
        let page = try await run(["--parse", "auto", "URL"], "text/html", "<html><p>")
        #expect(page.status == 121)
        #expect(page.errorText.contains("text/html"))
        // A malformed path is refused before any request.
        let path = try await run(["--parse", "json", "--select", "a[", "http://127.0.0.1:1/"])
        #expect(path.status == 2)
    }

    @Test func linesOfJSON() async throws {
        let lines = "{\"a\":1}\r\n\n [2] \n\"x\""
        for words in [["--parse", "ndjson"], ["--parse", "jsonl"], ["--parse", "auto"]] {
            let whole = try await run(words + ["URL"], "application/x-ndjson", lines)
            #expect(whole.text == "{\n  \"a\": 1\n}\n[\n  2\n]\n\"x\"\n")
            #expect(whole.status == 0)
        }
        let selected = try await run(
            ["--parse", "ndjson", "--select", "a", "-"], input: "{\"a\":\"x y\"}\n{\"b\":0}\n{\"a\":[1]}\n")
        #expect(selected.text == "x y\n[1]\n")
        let bad = try await run(["--parse", "ndjson", "-"], input: "[1]\n\n{\"a\":1,}\n")
        #expect(bad.status == 121)
        #expect(bad.text == "[\n  1\n]\n{\n  \"a\": 1\n")
        #expect(bad.errorText.contains("line 3, column 8 (byte 12)"))
        let cut = try await run(["--parse", "ndjson", "-"], input: "[1]\n[2\n[3]\n")
        #expect(cut.status == 121)
        #expect(cut.errorText.contains("line 2, column 3 (byte 6)"))
        #expect(try await run(["--parse", "ndjson", "-"], input: "").status == 0)
        // A file has no Content-Type, but a name.
        let folder = try TemporaryFolder()
        for name in ["a.ndjson", "b.JSONL"] {
            let file = try await run(["--parse", "auto", try folder.write(name, lines)])
            #expect(file.text == "{\n  \"a\": 1\n}\n[\n  2\n]\n\"x\"\n" && file.status == 0)
        }
    }

    @Test func filesAndStandardInput() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("a.json", Self.json)
        #expect(try await run(["--select", "videos[0].name", file]).text == "a\n")
        #expect(try await run(["--select", "videos[0].name", "-"], input: Self.json).text == "a\n")
        let written = try await run(["--select", "videos[0].name", "-o", folder.file("out"), file])
        #expect(written.text == "")
        #expect(try folder.read("out") == Array("a\n".utf8))
        let bad = try await run(["--parse", "json", "-"], input: "[")
        #expect(bad.status == 121)
        #expect(bad.errorText.hasPrefix("sockeye: (121) standard input: JSON error at line 1, column 2 (byte 1): "))
        let other = try await run(["--parse", "xml", file])
        #expect(other.status == 121)
        #expect(other.errorText.hasPrefix("sockeye: (121) \(file): XML error at line 1, column 1 (byte 0): "))
        let folderAsFile = try await run(["--parse", "json", "-", folder.path], input: "[]")
        #expect(folderAsFile.text == "[]\n")
        #expect(folderAsFile.status == 37)
        #expect(folderAsFile.errorText == "sockeye: (37) cannot read \(folder.path): Is a directory\n")
    }

    /// A cut body is never taken for complete: what arrived is printed, and the cut is reported.
    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1,2", Int32(18)),
        ("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n[1,2", 121),
    ])
    func cutBodies(answer: String, exitCode: Int32) async throws {
        let server = try await LoopbackServer.start(script: Script([.awaitRequest, .send(answer), .close]))
        let folder = try TemporaryFolder()
        let cut = try await Program.run(
            SideBySide.sockeye, ["-sS", "--parse", "json", "-o", folder.file("f"), server.url("/")])
        #expect(cut.status == exitCode)
        #expect(throws: ProgramFailure.self) { try folder.read("f") }
        #expect(String(decoding: try folder.read("f.part"), as: UTF8.self).hasPrefix("[\n  1"))
        await server.stop()
    }

    /// Each part is printed when it arrives, not when the body ends.
    @Test func printedAsItArrives() async throws {
        let goOn = Gate()
        let server = try await LoopbackServer.start(
            script: Script([
                .awaitRequest,
                .send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\ndata: one\n\n"),
                .pause(until: goOn), .send("data: two\n\n"), .close,
            ]))
        let program = try Program(SideBySide.sockeye, ["-sSN", "--parse", "auto", server.url("/")], seconds: 30)
        #expect(await program.waitForText("data: one\n\n") == "data: one\n\n")
        goOn.open()
        let outcome = await program.finish()
        #expect(outcome.text == "data: two\n\n")
        #expect(outcome.status == 0)
        await server.stop()
    }

    @Test func aBrokenPipe() async throws {
        let ours = try await Program.run(
            "/bin/sh",
            [
                "-c",
                "{ yes '[1,2],' | head -c 30000000 | (echo '['; cat; echo '[]]') | \"$0\" -sS --parse json -; "
                    + "echo \"code $?\" >&2; } | head -c1 >/dev/null", SideBySide.sockeye,
            ], seconds: 60)
        #expect(ours.errorText.hasSuffix("code 23\n"), "\(ours.errorText)")
        #expect(ours.errorText.contains("Broken pipe"))
    }

    /// A body of any size is printed and searched in constant memory.
    @Test(
        .disabled(if: Surroundings.isSanitized, "a sanitizer keeps more in memory"),
        arguments: [["--parse", "json"], ["--select", "[*][1].name"]])
    func constantMemory(_ words: [String]) async throws {
        let piece = String(repeating: "[1,{\"name\":\"x\"}],", count: 60_000)
        let (goOn, end) = (Gate(), Gate())
        var steps: [Step] = [
            .awaitRequest, .send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n["),
        ]
        steps += [.send(piece), .send(piece), .send("[2,{\"name\":\"early\"}],"), .pause(until: goOn)]
        steps += (0..<8).map { _ in .send(piece) }
        steps += [.send("[3,{\"name\":\"late\"}],"), .pause(until: end), .send("[]]"), .close]
        let server = try await LoopbackServer.start(script: Script(steps))
        let program = try Program(SideBySide.sockeye, ["-sS"] + words + [server.url("/")], seconds: 60)
        // What is printed has been received and parsed; what the server has sent may only be in the kernel.
        #expect(await program.waitForText("early").hasSuffix("early"))
        let before = try program.peakMemory()
        goOn.open()
        #expect(await program.waitForText("late").hasSuffix("late"))
        let after = try program.peakMemory()
        end.open()
        let outcome = await program.finish()
        #expect(outcome.status == 0, "\(outcome.errorText)")
        // Eight megabytes arrived in between.
        #expect(after - before < 2_000, "\(before) and \(after) kB")
        await server.stop()
    }

    @Test func digests() async throws {
        let folder = try TemporaryFolder()
        let sum = try await Program.run("/usr/bin/sha256sum", ["-"], input: Array(Self.json.utf8)).text.prefix(64)
        // Standard output has only the body.
        let out = try await run(["--digest", "sha256", "URL"])
        #expect(out.text == Self.json)
        #expect(out.errorText == "\(sum)  -\n")
        let file = try await run(["--digest", "sha256", "-o", folder.file("f"), "URL"])
        #expect(file.text == "\(sum)  \(folder.file("f"))\n")
        #expect(file.errorText == "")
        let check = try await Program.run("/usr/bin/sha256sum", ["-c", "-"], input: file.output)
        #expect(check.status == 0)
        // Of the received body, not of the parsed output.
        let parsed = try await run(["--digest", "sha256", "--parse", "json", "URL"])
        #expect(parsed.errorText.hasPrefix("\(sum)  "))
        let server = try await LoopbackServer.start { _ in .text(Self.json) }
        let login = "http://user:secret@127.0.0.1:\(server.port)/"
        let shown = try await run(["--digest", "sha256", "--select", "videos[0].name", login])
        #expect(shown.errorText == "\(sum)  http://127.0.0.1:\(server.port)/\n")
        await server.stop()
        try folder.write("here", Self.json)
        let local = try await run(["--digest", "sha256", "-o", folder.file("copy"), "file://" + folder.file("here")])
        #expect(local.text == "\(sum)  \(folder.file("copy"))\n")
        let null = try await run(["--digest", "md5", "-o", "/dev/null", "URL"])
        let md5 = try await Program.run("/usr/bin/md5sum", ["-"], input: Array(Self.json.utf8)).text.prefix(32)
        #expect(null.text == "\(md5)  /dev/null\n")
        let failed = try await run(["--digest", "sha256", "-f", "-o", folder.file("g"), "http://127.0.0.1:1/"])
        #expect(failed.status == 7)
        #expect(failed.text == "")
    }
}
