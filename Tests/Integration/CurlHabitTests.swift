import SockeyeTesting
import TestSupport
import Testing

/// Small habits of curl 8.14, which the curl of other tests may not have yet.
struct CurlHabitTests {
    @Test(
        "-4 and -6 end at a numeric address of the other family, as a connection that isn't made",
        arguments: [("-6", "127.0.0.1", "IPv6"), ("-4", "[::1]", "IPv4")])
    func addressOfTheOtherFamily(option: String, host: String, family: String) async throws {
        let outcome = try await Program.run(SideBySide.sockeye, ["-sS", option, "http://\(host):1/"])
        #expect(outcome.status == 7)
        #expect(
            outcome.errorText.contains("over \(family): Address family not supported")
                && !outcome.errorText.contains("resolve"), "\(outcome.errorText)")
    }

    @Test(
        "--follow makes a GET of what -X calls a POST with data",
        arguments: [
            (["-X", "NAME", "-d", "a"], 302, "GET", ""), (["-X", "PUT", "-F", "a=b"], 301, "GET", ""),
            (["-X", "NAME"], 302, "NAME", ""), (["-X", "NAME", "-d", "a"], 307, "NAME", "a"),
            (["-X", "NAME", "-d", "a", "--post302"], 302, "NAME", "a"),
            (["-X", "NAME", "-G", "-d", "a"], 302, "NAME", ""),
        ])
    func followAndX(options: [String], status: Int, method: String, body: String) async throws {
        let server = try await LoopbackServer.start { request in
            request.path.hasPrefix("/from")
                ? LoopbackReply(status: status, fields: [.init("Location", "/to"), .init("Content-Length", "0")])
                : .text("done")
        }
        let outcome = try await Program.run(
            SideBySide.sockeye, ["-sS", "--follow"] + options + [server.url("/from")])
        #expect(outcome.text == "done", "\(outcome.errorText)")
        let last = try #require(server.receivedRequests.last)
        #expect(last.method == method && last.body == Array(body.utf8))
    }

    @Test("-f -i writes the head of a refused page into a new file, and leaves one that is there")
    func refusedHead() async throws {
        let server = try await LoopbackServer.start { _ in
            LoopbackReply(status: 404, fields: [.init("Content-Length", "4")], body: [.send("page")])
        }
        let folder = try TemporaryFolder()
        let (new, old) = (folder.file("new"), try folder.write("old", "kept"))
        for file in [new, old] {
            for words in [["-f", "-i"], ["-f", "-I"]] {
                let outcome = try await Program.run(
                    SideBySide.sockeye, ["-sS"] + words + ["-o", file, server.url("/")])
                #expect(outcome.status == 22 && !outcome.errorText.contains(".part"), "\(outcome.errorText)")
            }
        }
        let head = String(decoding: try folder.read("new"), as: UTF8.self)
        #expect(head.hasPrefix("HTTP/1.1 404") && head.hasSuffix("\r\n\r\n"))
        #expect(try folder.read("old") == Array("kept".utf8))
    }

    @Test(
        "--crlf is for all that is sent",
        arguments: [
            (["--data-binary", "@lf"], "a\r\nb\r\nc"), (["-F", "a=<lf"], "\r\n\r\na\r\nb\r\nc\r\n--"),
            (["-T", "lf"], "a\r\nb\r\nc"),
        ])
    func lineEnds(options: [String], sent: String) async throws {
        let server = try await LoopbackServer.start { _ in .text("done") }
        let folder = try TemporaryFolder()
        let file = try folder.write("lf", "a\nb\r\nc")
        let words = options.map { $0.replacing("lf", with: file) }
        let outcome = try await Program.run(
            SideBySide.sockeye, ["-sS", "--crlf"] + words + [server.url("/f")])
        #expect(outcome.text == "done", "\(outcome.errorText)")
        let request = try #require(server.receivedRequests.last)
        #expect(String(decoding: request.body, as: UTF8.self).contains(sent))
        #expect(request["Transfer-Encoding"] == "chunked" && request["Content-Length"] == nil)
        if options[0] == "-F" { #expect(request["Content-Type"]?.contains("boundary=") == true) }
    }

    @Test(
        "redirect_url has the scheme that the server named",
        arguments: [
            ("ftp://h.example/a b", "ftp://h.example/a b"), ("ht3p://localhost/there", "ht3p://localhost/there"),
            ("mailto:a@b", "mailto:a@b"), ("http://h.example:99999/", ""),
        ])
    func foreignRedirect(location: String, printed: String) async throws {
        let server = try await LoopbackServer.start { _ in
            LoopbackReply(status: 302, fields: [.init("Location", location), .init("Content-Length", "0")])
        }
        let outcome = try await Program.run(
            SideBySide.sockeye, ["-sS", "-w", "%{redirect_url}", server.url("/")])
        #expect(outcome.text == printed, "\(outcome.errorText)")
    }
}
