// Lesson 9: ranges and resume. How to go on after a cut without gluing two different files together.
// Run it:  swift run --package-path Examples Lesson09        (and its exercise:  swift run Lesson09 --solution)

import CourseSupport
import Sockeye
import SockeyeDigest
import SockeyeTesting

@main
enum RangesAndResume {
    static func main() async {
        await Course.run(lesson, solution: solution)
    }

    // snippet.file
    /// A server with one file of twelve bytes, in this version.
    static func start(_ content: String, tag: String) async throws -> LoopbackServer {
        let bytes = Array(content.utf8)
        return try await LoopbackServer.start { request in
            var reply = LoopbackReply.bytes(bytes, type: "text/plain")
            reply.fields.append(.init("ETag", tag))
            // RFC 9110 section 13.1.5: if If-Range names another version, Range is ignored.
            guard let range = request["Range"], request["If-Range"] ?? tag == tag,
                let first = Int(range.dropFirst(6).prefix { $0 != "-" }), first < bytes.count
            else { return reply }
            reply = .bytes(Array(bytes[first...]), status: 206, type: "text/plain")
            reply.fields.append(.init("ETag", tag))
            reply.fields.append(.init("Content-Range", "bytes \(first)-\(bytes.count - 1)/\(bytes.count)"))
            return reply
        }
    }
    // snippet.end

    static func lesson() async throws {
        let old = try await start("red salmon!\n", tag: "\"v1\"")
        let new = try await start("green trout\n", tag: "\"v2\"")
        let client = HTTPClient()

        // snippet.range
        Course.heading("the rest of a file")
        let rest = try await client.send(
            .get(old.url("/fish"), fields: [.range: "bytes=4-"]), observer: WirePrinter(bodies: true))
        print("status \(rest.status.code): “\(rest.text().dropLast())”")
        // snippet.end

        // snippet.corrupt
        Course.heading("the file changed meanwhile")
        let have = "red "
        let added = try await client.send(.get(new.url("/fish"), fields: [.range: "bytes=4-"]))
        print("had “\(have)”, appended “\(added.text().dropLast())”: “\(have)\(added.text().dropLast())”")
        // snippet.end

        // snippet.guarded
        Course.heading("the same with If-Range")
        let guarded = try await client.send(
            .get(new.url("/fish"), fields: [.range: "bytes=4-", .ifRange: "\"v1\""]),
            observer: WirePrinter(bodies: true))
        print("status \(guarded.status.code): “\(guarded.text().dropLast())”, from the start")
        // snippet.end
        await old.stop()
        await new.stop()

        try await Scratch.run(download)
    }

    // snippet.download
    /// A download that is cut, is resumed, and finds another file.
    static func download() async throws {
        let size = 1_000_000
        let head = """
            HTTP/1.1 200 OK\r
            ETag: "sockeye-\(size)"\r
            Accept-Ranges: bytes\r
            Content-Length: \(size)\r
            \r

            """
        let server = try await LoopbackServer.start(
            script: Script(connections: [
                [.awaitRequest, .send(head), .sendPattern(0..<400_000), .cut],
                [.serve(requests: nil)],
            ]))
        let client = HTTPClient()
        var options = DownloadOptions()
        options.retry = .never

        Course.heading("a download is cut")
        do {
            _ = try await client.download(
                server.url("/range/\(size)"), to: "big", options: options, observer: WirePrinter())
        } catch {
            print(error)
        }
        print("files: \(Scratch.names.joined(separator: ", "))")

        Course.heading("the same call again")
        let result = try await client.download(
            server.url("/range/\(size)"), to: "big", options: options, observer: WirePrinter())
        print("resumed at \(result.resumedBytes), received \(result.receivedBytes), complete \(result.completeness)")
        let isSame = try Digest(.sha256, ofFile: "big") == Digest(.sha256, of: BytePattern.bytes(0..<size))
        print("files: \(Scratch.names.joined(separator: ", ")); as on the server: \(isSame)")
        await server.stop()
    }
    // snippet.end
}
