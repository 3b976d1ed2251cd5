import HTTPTypes
import Testing

@testable import SockeyeParsers

@Suite struct SerializerTests {
    static func response(_ status: Int, _ contentType: String?) -> HTTPResponse {
        var response = HTTPResponse(status: HTTPResponse.Status(code: status))
        response.headerFields[.contentType] = contentType
        return response
    }

    @Test(
        arguments: [
            (HTTPRequest.Method.get, "/a", "/a?q=x+y&r=%26", nil), (.get, "/a?b=1", "/a?b=1&q=x+y&r=%26", nil),
            (.get, "/a?b?", "/a?b?&q=x+y&r=%26", nil), (.get, "/a?b&", "/a?b&q=x+y&r=%26", nil),
            (.delete, "/a?#f", "/a?q=x+y&r=%26#f", nil), (.post, "/a", "/a", "q=x+y&r=%26"),
        ] as [(HTTPRequest.Method, String, String, String?)])
    func forms(method: HTTPRequest.Method, path: String, expectedPath: String, body: String?) {
        var request = HTTPRequest(method: method, scheme: "https", authority: "e.x", path: path)
        let bytes = FormRequestSerializer().serialize(["q": "x y", "r": "&"], into: &request)
        #expect(request.path == expectedPath)
        #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == body)
        #expect(request.headerFields[.contentType] == (body == nil ? nil : "application/x-www-form-urlencoded"))
    }

    @Test func bodies() throws {
        var request = HTTPRequest(method: .post, scheme: "https", authority: "e.x", path: "/")
        let json = try JSONRequestSerializer([String: Int].self).serialize(["a": 1], into: &request)
        #expect(json.map { String(decoding: $0, as: UTF8.self) } == #"{"a":1}"#)
        #expect(request.headerFields[.contentType] == "application/json")
        request.headerFields[.contentType] = "application/vnd.x"
        let list = try PropertyListRequestSerializer([Int].self, format: .binary).serialize([1], into: &request)
        #expect(try PropertyList(parsing: try #require(list)) == .array([.integer(1)]))
        #expect(request.headerFields[.contentType] == "application/vnd.x")
    }

    @Test(
        arguments: [
            (200, "application/json", nil), (201, "application/problem+json; charset=utf-8", nil),
            (404, "application/json", ResponseError.status(.notFound)),
            (
                200, "text/html",
                .mediaType("text/html", accepted: ["application/json", "text/json", "text/javascript", "+json"])
            ),
            (200, nil, .mediaType(nil, accepted: ["application/json", "text/json", "text/javascript", "+json"])),
        ] as [(Int, String?, ResponseError?)])
    func checks(status: Int, contentType: String?, error: ResponseError?) async throws {
        let serializer = JSONResponseSerializer([Int].self)
        do {
            let value = try await serializer.parse(Self.response(status, contentType), stream("[1,2]"))
            #expect(error == nil)
            #expect(value == [1, 2])
        } catch let caught as ResponseError {
            #expect(caught == error)
        }
    }

    @Test func otherBodies() async throws {
        let xml = try await XMLResponseSerializer().parse(
            Self.response(200, "text/xml; charset=windows-1252"),
            stream(Array("<a>".utf8) + [0x80] + Array("</a>".utf8)))
        #expect(xml.root.text == "€")
        let list = try await PropertyListResponseSerializer().parse(
            Self.response(200, "application/x-plist"), stream(PropertyList.integer(7).bytes()))
        #expect(list == .integer(7))
        let text = try await TextResponseSerializer().parse(
            Self.response(200, "text/plain; charset=latin1"), stream([0xE9]))
        #expect(text.text == "é")
        #expect(try await RawResponseSerializer().parse(Self.response(204, nil), stream("")) == [])
        await #expect(throws: CollectingError.self) {
            try await RawResponseSerializer(limit: 2).parse(Self.response(200, nil), stream("abc"))
        }
    }

    @Test func composed() async throws {
        let serializer = JSONResponseSerializer(Int.self).map { "number \($0)" }
            .or(TextResponseSerializer().map(\.text))
        #expect(try await serializer.parse(Self.response(200, "application/json"), stream("7")) == "number 7")
        #expect(try await serializer.parse(Self.response(200, "text/plain"), stream("7")) == "7")
        await #expect(throws: ResponseError.self) { try await serializer.parse(Self.response(500, nil), stream("7")) }
    }

    /// What one of three reads isn't kept from it by another that accepts the status, or the type.
    @Test(
        arguments: [
            (200, "application/json", "number 7"), (200, "image/png", "1 bytes"), (200, nil, "1 bytes"),
            (404, "application/json", "7"), (404, nil, "7"), (300, "application/json", nil), (600, nil, nil),
        ] as [(Int, String?, String?)])
    func theFirstOfManyThatAccepts(status: Int, contentType: String?, expected: String?) async throws {
        let json = JSONResponseSerializer(Int.self).map { "number \($0)" }
        let text = TextResponseSerializer(check: ResponseCheck(statusCodes: 400..<600)).map(\.text)
        let raw = RawResponseSerializer().map { "\($0.count) bytes" }
        let response = Self.response(status, contentType)
        func read(_ serializer: some ResponseSerializer<String>) async -> String? {
            try? await serializer.parse(response, stream("7"))
        }
        #expect(await read(json.or(text).or(raw)) == expected)
        #expect(await read(json.or(text.or(raw))) == expected)
        #expect(await read(json.or(text).map { $0 }.or(raw)) == expected)
    }
}
