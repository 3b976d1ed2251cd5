import HTTPTypes
import SockeyeClient
import SockeyeFields
import SockeyeTesting
import Testing

/// The requests of the WebDAV methods and the preconditions.
struct WebDAVRequestTests {
    private static func text(_ request: Request) -> String {
        let fields = request.fields.map { "\($0.name.rawName): \($0.value)" }.joined(separator: ", ")
        return "\(request.method.rawValue) \(fields)"
    }

    private static let requests: [(@Sendable () throws -> Request, String)] = [
        ({ try .makeCollection("http://h/c/") }, "MKCOL "),
        ({ try .copy("http://h/a/b", to: "c") }, "COPY Depth: infinity, Overwrite: T, Destination: http://h/a/c"),
        (
            { try .copy("http://h/a/", to: "/d/", depth: .zero, overwrites: false) },
            "COPY Depth: 0, Overwrite: F, Destination: http://h/d/"
        ),
        (
            { try .move("http://h/a", to: "http://u:p@h:8080/ü b#f") },
            "MOVE Overwrite: T, Destination: http://h:8080/%C3%BC%20b"
        ),
        ({ try .findProperties("http://h/") }, "PROPFIND Depth: 1"),
        ({ try .findProperties("http://h/", depth: .infinity) }, "PROPFIND Depth: infinity"),
        ({ try Request.put("http://h/", body: .none).only(if: .isAbsent) }, "PUT If-None-Match: *"),
        ({ try Request.put("http://h/", body: .none).only(if: .isPresent) }, "PUT If-Match: *"),
    ]

    @Test(arguments: requests.indices)
    func heads(_ index: Int) throws {
        let (make, expected) = Self.requests[index]
        #expect(Self.text(try make()) == expected)
    }

    @Test func guardsOfVersions() throws {
        let tag = try #require(EntityTag(parsing: "\"a\""))
        let date = try #require(HTTPDate(parsing: "Sun, 06 Nov 1994 08:49:37 GMT"))
        let request = try Request.delete("http://h/")
        #expect(Self.text(request.only(if: .isVersion(tag))) == "DELETE If-Match: \"a\"")
        #expect(Self.text(request.only(if: .isNotVersion(tag))) == "DELETE If-None-Match: \"a\"")
        #expect(
            Self.text(request.only(if: .isUnmodifiedSince(date)))
                == "DELETE If-Unmodified-Since: Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test func namedPropertiesGoIntoABody() async throws {
        let server = try await LoopbackServer.start()
        let request = try Request.findProperties(
            server.url("/echo"), depth: .zero, properties: [.entityTag, .contentLength])
        _ = try await HTTPClient(trusting: server).send(request)
        let received = try await server.nextRequest()
        #expect(received.method == "PROPFIND")
        #expect(received["Content-Type"] == "application/xml; charset=utf-8")
        #expect(received.text.hasSuffix("<D:prop><D:getetag/><D:getcontentlength/></D:prop></D:propfind>\n"))
        await server.stop()
    }

    @Test func aBadDestinationIsAnError() throws {
        let error = #expect(throws: HTTPClientError.self) { try Request.move("http://127.0.0.1:1/a", to: "ftp://h/b") }
        guard case .invalidURL = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
