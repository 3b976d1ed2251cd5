import HTTPTypes
import Sockeye
import SockeyeFields
import TestSupport
import Testing

/// WebDAV and REST against servers that share no code with us: Apache's mod_dav and nginx's module.
struct WebDAVTests {
    /// Runs the same steps at each path; the statuses are those of RFC 4918.
    private static func walk(
        _ client: HTTPClient, base: String, credential: Credential?, collectionsEndWithSlash: Bool = false
    ) async throws -> [Int] {
        var statuses: [Int] = []
        func send(_ request: Request) async throws -> BufferedResponse {
            var request = request
            request.credential = credential
            let reply = try await client.send(request)
            statuses.append(reply.status.code)
            return reply
        }
        let slash = collectionsEndWithSlash ? "/" : ""
        _ = try await send(.makeCollection(base + "c" + slash))
        _ = try await send(.put(base + "c/one", body: .text("one")))
        _ = try await send(.put(base + "c/one", body: .text("uno")))
        _ = try await send(.copy(base + "c/one", to: "two"))
        _ = try await send(.copy(base + "c/one", to: "two", overwrites: false))
        _ = try await send(.move(base + "c/two", to: base + "c/three"))
        let copy = try await send(.get(base + "c/three"))
        #expect(copy.text() == "uno")
        _ = try await send(.get(base + "c/two"))
        _ = try await send(.delete(base + "c/three"))
        _ = try await send(.delete(base + "c/three"))
        _ = try await send(.delete(base + "c" + slash))
        return statuses
    }

    @Test(.enabled(if: Apache.path != nil, "Apache httpd is not installed")) func apache() async throws {
        let server = try await Apache(#require(Apache.path))
        let client = HTTPClient()
        let password = Credential.password(user: Apache.user, Apache.password)
        let expected = [201, 201, 204, 201, 412, 201, 200, 404, 204, 404, 204]
        for (place, credential) in [("dav", nil), ("basic", password), ("digest", password)] {
            let statuses = try await Self.walk(client, base: server.url("/\(place)/"), credential: credential)
            #expect(statuses == expected, "\(place)")
        }
        let stranger = try await client.send(.put(server.url("/basic/x"), body: .text("x")))
        #expect(stranger.status == 401)

        try await guards(client, server)

        // Properties of a folder and its members.
        let list = try await client.send(
            .findProperties(server.url("/dav/"), depth: .one, properties: [.contentLength, .entityTag]))
        #expect(list.status == 207)
        #expect(list.text().contains("<D:href>/dav/guarded</D:href>"))
        #expect(list.text().contains("getcontentlength>3<"))
        let alone = try await client.send(.findProperties(server.url("/dav/"), depth: .zero))
        #expect(!alone.text().contains("guarded"))

        // Collections are copied with or without their members.
        _ = try await client.send(.makeCollection(server.url("/dav/from/")))
        _ = try await client.send(.put(server.url("/dav/from/x"), body: .text("x")))
        #expect(try await client.send(.copy(server.url("/dav/from/"), to: "/dav/deep/")).status == 201)
        #expect(try await client.send(.copy(server.url("/dav/from/"), to: "/dav/flat/", depth: .zero)).status == 201)
        #expect(try await client.get(server.url("/dav/deep/x")).status == 200)
        #expect(try await client.get(server.url("/dav/flat/x")).status == 404)
        #expect(try await client.send(.makeCollection(server.url("/dav/no/where/"))).status == 409)
        await server.stop()
    }

    /// `*` and entity tags protect the changes of others.
    private func guards(_ client: HTTPClient, _ server: Apache) async throws {
        let url = server.url("/dav/guarded")
        let put = try Request.put(url, body: .text("one"))
        #expect(try await client.send(put.only(if: .isPresent)).status == 412)
        #expect(try await client.send(put.only(if: .isAbsent)).status == 201)
        #expect(try await client.send(put.only(if: .isAbsent)).status == 412)
        let head = try await client.head(url)
        // A new file has a weak tag for a second (mod_dav_fs), which never matches in a strong comparison.
        let tag = try #require(head.fields[.eTag].flatMap { EntityTag(parsing: $0) })
        let status = try await client.send(.put(url, body: .text("two")).only(if: .isVersion(tag))).status
        #expect(status == (tag.isWeak ? 412 : 204))
        let other = try #require(EntityTag(opaque: "other"))
        #expect(try await client.send(.delete(url).only(if: .isVersion(other))).status == 412)
        #expect(try await client.send(.put(url, body: .text("new")).only(if: .isNotVersion(other))).status == 204)
        #expect(try await client.get(url).text() == "new")
    }

    @Test(.enabled(if: Nginx.path != nil, "nginx is not installed")) func nginx() async throws {
        let server = try await Nginx(#require(Nginx.path))
        let statuses = try await Self.walk(
            HTTPClient(), base: "http://127.0.0.1:\(server.plainPort)/dav/", credential: nil,
            collectionsEndWithSlash: true)
        #expect(statuses == [201, 201, 204, 204, 412, 204, 200, 404, 204, 404, 204])
        await server.stop()
    }

    /// The same from the command line, compared with curl: each against its own server, command by command.
    @Test(.enabled(if: Apache.path != nil, "Apache httpd is not installed")) func commandsAsCurl() async throws {
        let lines: [[String]] = [
            ["-X", "MKCOL", "BASE/c"],
            ["-X", "PUT", "-d", "one", "BASE/c/one"],
            ["-X", "COPY", "-H", "Destination: BASE/c/two", "BASE/c/one"],
            ["-X", "MOVE", "-H", "Destination: BASE/c/three", "-H", "Overwrite: F", "BASE/c/two"],
            ["-X", "PROPFIND", "-H", "Depth: 0", "BASE/c/"],
            ["-X", "PROPFIND", "-H", "Depth: 1", "BASE/c/"],
            ["-X", "PUT", "-d", "x", "-H", "If-None-Match: *", "BASE/c/one"],
            ["-X", "DELETE", "BASE/c/three"],
            ["-f", "-X", "DELETE", "BASE/c/three"],
            ["-X", "DELETE", "BASE/c"],
        ]
        let ways: [(place: String, options: [String])] = [
            ("dav", []), ("basic", ["-u", "user:secret"]), ("digest", ["--digest", "-u", "user:secret"]),
        ]
        for (place, options) in ways {
            var outcomes: [[String]] = []
            for program in [SideBySide.curl, SideBySide.sockeye] {
                let server = try await Apache(#require(Apache.path))
                var results: [String] = []
                for line in lines {
                    let words =
                        ["-sS", "-w", " %{http_code}"] + options
                        + line.map { $0.replacing("BASE", with: server.url("/\(place)")) }
                    let outcome = try await Program.run(program, words, seconds: 30)
                    results.append("\(outcome.status) \(Self.steady(outcome.text, server))")
                }
                outcomes.append(results)
                await server.stop()
            }
            for (line, (theirs, ours)) in zip(lines, zip(outcomes[0], outcomes[1])) {
                #expect(ours == theirs, "\(place) \(line)")
            }
        }
    }

    /// Without what differs between servers and moments, including the order of members and of name spaces.
    private static func steady(_ text: String, _ server: Apache) -> String {
        text.replacing("\(server.port)", with: "PORT")
            .replacing(/<(lp1:[a-z]+)>[^<]*<\/lp1:/, with: { "<\($0.output.1)></lp1:" })
            .replacing(/<D:response [^>]*>/, with: "<D:response>")
            .split(separator: "\n").sorted().joined(separator: "\n")
    }
}
