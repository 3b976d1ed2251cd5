// Lesson 7: what a redirect may carry. The server says where to go next; it doesn't say whom to trust there.
// Run it:  swift run --package-path Examples Lesson07        (and its exercise:  swift run Lesson07 --solution)

import CourseSupport
import Sockeye
import SockeyeTesting

@main
enum WhatARedirectMayCarry {
    static func main() async {
        await Course.run(lesson, solution: solution)
    }

    // snippet.servers
    /// A server that sends everybody on: `/301/hello` redirects to `/hello` with that status.
    static func redirecting(to origin: String = "") async throws -> LoopbackServer {
        try await LoopbackServer.start { request in
            let words = request.path.split(separator: "/", maxSplits: 1)
            guard words.count == 2, let status = Int(words[0]), (300...399).contains(status) else { return nil }
            return LoopbackReply(
                status: status,
                fields: [.init("Location", "\(origin)/\(words[1])"), .init("Content-Length", "0")])
        }
    }
    // snippet.end

    static func lesson() async throws {
        let other = try await LoopbackServer.start()
        let server = try await redirecting()
        let leaving = try await redirecting(to: other.url(""))
        let client = HTTPClient()

        // snippet.same
        Course.heading("within an origin")
        var request = try Request.get(server.url("/301/hello"))
        request.credential = .bearer(token: "secret")
        let reply = try await client.send(request, observer: WirePrinter())
        print("\(reply.status.code) after \(reply.history.count) redirect")
        // snippet.end

        // snippet.other
        Course.heading("to another origin")
        request = try Request.get(leaving.url("/302/hello"), fields: [.cookie: "session=1234"])
        request.credential = .bearer(token: "secret")
        _ = try await client.send(request, observer: WirePrinter())
        // snippet.end

        // snippet.methods
        Course.heading("what becomes of a POST")
        for status in [301, 302, 303, 307, 308] {
            _ = try await client.post(server.url("/\(status)/echo"), body: .text("one salmon"))
            if let last = server.receivedRequests.last {
                print("\(status): \(last.method) with \(last.body.count) bytes of body")
            }
        }
        // snippet.end

        // snippet.circle
        Course.heading("in a circle")
        let circle = try await LoopbackServer.start { _ in
            LoopbackReply(status: 302, fields: [.init("Location", "/"), .init("Content-Length", "0")])
        }
        do {
            _ = try await client.get(circle.url("/"))
        } catch {
            print(error)
        }
        print("requests sent: \(circle.requestCount)")
        // snippet.end

        for one in [other, server, leaving, circle] { await one.stop() }
    }
}
