import HTTPTypes
import SockeyeClient
import SockeyeTesting
import SockeyeURL
import Testing

struct LinksTests {
    @Test(
        arguments: [
            ([], [:]), (["</items?page=2>; rel=\"next\""], ["next": "/items?page=2"]),
            (
                ["<?page=2>; rel=next, <?page=9>; rel=\"LAST end\""],
                ["next": "/items?page=2", "last": "/items?page=9", "end": "/items?page=9"]
            ),
            (["<a>; rel=next", "<b>; rel=\"next prev\""], ["next": "/a", "prev": "/b"]),
            (["<a>; rel=next; anchor=\"/other\"", "<b>; rel=next"], ["next": "/b"]),
            (["<a", "<b>; rel=next"], ["next": "/b"]), (["<mailto:x@y>; rel=author, <c>; rel=next"], ["next": "/c"]),
            (["<a>; title=x"], [:]),
        ] as [([String], [String: String])])
    func relationsLeadToURLs(_ fields: [String], _ expected: [String: String]) async throws {
        let server = try await LoopbackServer.start { _ in
            LoopbackReply(fields: fields.map { .init("Link", $0) } + [.init("Content-Length", "0")])
        }
        let client = HTTPClient(trusting: server)
        let links = try await client.get(server.url("/items")).links
        #expect(links.mapValues(\.href) == expected.mapValues { server.url($0) })
        let streamed = try await client.perform(.get(server.url("/items"))) { ($0.links, $0.statusCode) }
        #expect(streamed.0 == links && streamed.1 == 200)
        await server.stop()
    }

    @Test func pagesFollowOneAnother() async throws {
        let server = try await LoopbackServer.start { request in
            let page = Int(request.query?.split(separator: "=").last ?? "1") ?? 1
            return LoopbackReply(
                fields: (page < 3 ? [.init("Link", "<?page=\(page + 1)>; rel=\"next\"")] : []) + [
                    .init("Content-Length", "1")
                ],
                body: [.send("\(page)")])
        }
        let client = HTTPClient(trusting: server)
        var page = try await client.get(server.url("/items"))
        var text = page.text()
        while let next = page.links["next"] {
            page = try await client.get(next)
            text += page.text()
        }
        #expect(text == "123")
        await server.stop()
    }
}
