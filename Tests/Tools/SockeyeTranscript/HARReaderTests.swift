import SockeyeParsers
import Testing

@testable import SockeyeTranscript

struct HARReaderTests {
    private static func read(_ text: String, pieces: Int = 7) throws -> [HARReader.Request] {
        var reader = HARReader()
        var requests: [HARReader.Request] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            requests += try reader.read(Array(bytes[start..<min(start + pieces, bytes.count)]))
        }
        return try requests + reader.finish()
    }

    private static func archive(_ requests: String...) -> String {
        "{\"log\":{\"version\":\"1.2\",\"entries\":["
            + requests.map { "{\"request\":\($0),\"response\":{\"content\":{\"text\":\"[{\"}}}" }.joined(separator: ",")
            + "]}}"
    }

    @Test func methodAndFieldsAndBody() throws {
        let requests = try Self.read(
            Self.archive(
                """
                {"method":"POST","url":"https://a/?b","headers":[{"name":":authority","value":"a"},{"name":"Host","value":"a"},
                {"name":"content-length","value":"9"},{"name":"X-A","value":"1"},{"name":"X-A","value":"2"},
                {"name":"Cookie","value":"","comment":"the secret was left out"}],"postData":{"mimeType":"a/b","text":"caf\\u00e9"}}
                """,
                #"{"method":"GET","url":"http://b/","headers":[]}"#))
        #expect(requests.map(\.method) == ["POST", "GET"])
        #expect(requests.map(\.url) == ["https://a/?b", "http://b/"])
        #expect(requests[0].fields.map { "\($0.name)=\($0.value)" } == ["X-A=1", "X-A=2", "Content-Type=a/b"])
        #expect(requests[0].missingFields == ["Cookie"])
        #expect(requests[0].body == Array("café".utf8))
        #expect(requests[1].body == nil)
    }

    private static let bodies: [(data: String, body: String?)] = [
        ("null", nil), (#"{"mimeType":"a/b","text":""}"#, ""),
        (#"{"mimeType":"a/b","text":"AP8=","_encoding":"base64"}"#, nil),
        (#"{"mimeType":"application/x-www-form-urlencoded","params":[{"name":"a b","value":"c&d"}]}"#, "a+b=c%26d"),
        (#"{"mimeType":"application/x-www-form-urlencoded","params":[]}"#, nil),
    ]

    @Test(arguments: bodies) func body(_ row: (data: String, body: String?)) throws {
        let read = try Self.read(
            Self.archive(#"{"method":"POST","url":"http://a/","postData":"# + row.data + "}"))
        let body = try #require(read.first).body
        // The type that only the body's data has.
        #expect(read.first?.fields.map(\.name) == (body == nil ? [] : ["Content-Type"]))
        #expect(row.data.contains("base64") ? body == [0, 255] : body == row.body.map { Array($0.utf8) })
    }

    @Test func anEmptyBodyIsOne() throws {
        let text = Self.archive(
            #"{"method":"POST","url":"http://a/","headers":[{"name":"Content-Length","value":"0"}]}"#,
            #"{"method":"POST","url":"http://a/","headers":[{"name":"Content-Length","value":"1"}]}"#,
            #"{"method":"GET","url":"ws://a/","headers":[{"name":"Sec-WebSocket-Key","value":"a"},{"name":"A","value":"b"}]}"#
        )
        let requests = try Self.read(text)
        #expect(requests.map(\.body) == [[], nil, nil])
        #expect(requests[2].fields.map(\.name) == ["A"])
        // What is kept of an archive reads the same.
        let again = try Self.read(String(decoding: HARWriter.bytes(of: requests), as: UTF8.self))
        #expect(again.map(\.body) == requests.map(\.body))
        #expect(again.map(\.url) == requests.map(\.url))
        #expect(again[2].fields.map(\.name) == ["A"])
    }

    @Test("Entries that HTTP can't fetch are left out, as browsers have them")
    func foreign() throws {
        func entry(_ url: String) -> String { "{\"method\":\"GET\",\"url\":\"\(url)\"}" }
        let text = Self.archive(
            entry("data:text/plain,a"), entry("http://a/"), entry("/"), entry("ftp://a/"), entry("https://b/"))
        var reader = HARReader()
        let requests = try reader.read(Array(text.utf8)) + reader.finish()
        #expect(requests.map(\.url) == ["http://a/", "https://b/"])
        #expect(reader.foreignCount == 3)
    }

    /// An archive of one request, as a proxy has seen it.
    private static func requests(
        _ url: String, _ head: Transcript.Piece, masksSecrets: Bool = true
    ) throws -> [HARReader.Request] {
        let attempt = Transcript.AttemptRecord(
            id: 0, method: "GET", url: url, time: Transcript.Times(start: 0, end: 1),
            outcome: Transcript.Outcome(status: 200), pieces: [head])
        let record = Transcript.Record(
            started: Timestamp(seconds: 0, nanoseconds: 0), attempts: [attempt], masksSecrets: masksSecrets)
        return try read(String(decoding: HARWriter.bytes(of: record), as: UTF8.self))
    }

    @Test("What is masked in an archive isn't sent again as asterisks", arguments: [false, true])
    func masked(masksSecrets: Bool) throws {
        let fields = "Referer: http://u:p@h/x\r\nX: see //u:p@h/ there\r\nA: http://h/@\r\nCookie: a=b\r\n"
        let head = Transcript.Piece(.sentHead, at: 0, Array("GET /x?y HTTP/1.1\r\n\(fields)\r\n".utf8))
        let request = try #require(try Self.requests("http://u:p@h/x?y#z", head, masksSecrets: masksSecrets).first)
        #expect(request.url == (masksSecrets ? "http://h/x?y" : "http://u:p@h/x?y"))
        #expect(request.fields.map(\.name) == (masksSecrets ? ["A"] : ["Referer", "X", "A", "Cookie"]))
        #expect(request.missingFields == (masksSecrets ? ["Referer", "X", "Cookie"] : []))
    }

    private static let queries: [(url: String, sent: String, missing: [String])] = [
        ("http://h/?access_token=abc&x=y", "http://h/?x=y", ["access_token"]),
        ("http://h/x?a&access_token=abc&b=c%26&&password=#z", "http://h/x?a&b=c%26&&password=", ["access_token"]),
        ("http://h/?access_token=a", "http://h/", ["access_token"]),
        ("http://h/?access%5Ftoken=a&access_token=b&x=%3D", "http://h/?x=%3D", ["access_token", "access_token"]),
        // A whole parameter: a part of its value would mean something else.
        ("http://h/?to=http://u:p@i/&a=1", "http://h/?a=1", ["to"]),
        ("http://h/?http://u:p@i/", "http://h/", [""]),
        ("http://h/?to=http://u:p@i/&to=1&to", "http://h/?to=1&to", ["to"]),
        ("http://h/?a=1?access_token&b", "http://h/?a=1?access_token&b", []), ("http://h/?", "http://h/?", []),
    ]

    @Test("Nor is a secret of the query", arguments: queries)
    func maskedQuery(_ row: (url: String, sent: String, missing: [String])) throws {
        let path = row.url.dropFirst("http://h".count).prefix { $0 != "#" }
        for target in [path, "http://h" + path] {
            let head = Transcript.Piece(.sentHead, at: 0, Array("GET \(target) HTTP/1.1\r\n\r\n".utf8))
            let request = try #require(try Self.requests(row.url, head).first)
            #expect(request.url == row.sent)
            #expect(request.missingParameters == row.missing)
            // What is kept of an archive reads the same.
            let again = try Self.read(String(decoding: HARWriter.bytes(of: [request]), as: UTF8.self))
            #expect(again.map(\.url) == [row.sent] && again.map(\.missingParameters) == [row.missing])
            let whole = try #require(try Self.requests(row.url, head, masksSecrets: false).first)
            #expect(whole.url == row.url.prefix { $0 != "#" } && whole.missingParameters.isEmpty)
        }
    }

    private static let targets: [(url: String, target: String, sent: String)] = [
        ("http://h/b", "/a/../b", "http://h/a/../b"), ("https://h:1/", "/a?b#c", "https://h:1/a?b#c"),
        ("http://h?a", "/b", "http://h/b"), ("http://u:p@h/a", "/b", "http://u:p@h/b"),
        ("http://h/a#b", "*", "http://h/a"), ("http://h/a", "http://i/b", "http://h/a"), ("/a", "/b", "/a"),
        // As a proxy gets it.
        ("http://h/b", "http://h/a/../b", "http://h/a/../b"), ("http://u:p@h:1/", "http://h:1/a", "http://u:p@h:1/a"),
        ("http://h/a", "http://h.i/b", "http://h/a"),
    ]

    @Test("The URL of an archive is the one that was asked for", arguments: targets)
    func target(_ row: (url: String, target: String, sent: String)) throws {
        let head = Transcript.Piece(.sentHead, at: 0, Array("GET \(row.target) HTTP/1.1\r\n\r\n".utf8))
        let attempt = Transcript.AttemptRecord(
            id: 0, method: "GET", url: row.url, time: Transcript.Times(start: 0, end: 1),
            outcome: Transcript.Outcome(status: 200), pieces: [head])
        let record = Transcript.Record(
            started: Timestamp(seconds: 0, nanoseconds: 0), attempts: [attempt], masksSecrets: false)
        let archive = try JSONValue(parsing: HARWriter.bytes(of: record))
        #expect(archive["log"]?["entries"]?.array?.first?["request"]?["url"]?.string == row.sent)
    }

    @Test("What a mask has made of a request line is no path") func maskedTarget() throws {
        let head = Transcript.Piece(.sentHead, at: 0, Array("GET /api/token:renew HTTP/1.1\r\n\r\n".utf8))
        let request = try #require(try Self.requests("http://h/api/token:renew", head).first)
        #expect(request.url == "http://h/api/token:renew")
    }

    @Test("Of a head that was cut, nothing is sent") func cutHead() throws {
        let head = Array("GET / HTTP/1.1\r\nA: b\r\nC: d\r\n\r\n".utf8)
        let whole = try Self.requests("http://h/", Transcript.Piece(.sentHead, at: 0, head))
        #expect(whole.first?.fields.map(\.name) == ["A", "C"])
        for kept in [0, 22, head.count - 1] {
            let cut = Transcript.Piece(.sentHead, at: 0, Array(head.prefix(kept)), count: head.count)
            #expect(throws: HARError.entry(1, "only a part of its head was kept")) {
                try Self.requests("http://h/", cut)
            }
        }
    }

    private static let bad: [(text: String, words: String)] = [
        ("", "ends before a value"), ("[]", "no requests"), ("{\"log\":{\"entries\":{}}}", "no requests"),
        ("{\"log\":{\"entries\":[]}}", "no requests"),
        (archive("{}"), "entry 1 cannot be sent: its request has no method"),
        (archive(#"{"method":"GET","url":1}"#), "no method or no URL"),
        (archive(#"{"method":"GET /","url":"http://a/"}"#), "its method 'GET /' is not a word"),
        (archive(#"{"method":"GET","url":"http://a/\nb"}"#), "its URL contains a control character"),
        (
            archive(
                #"{"method":"GET","url":"http://a/"}"#,
                #"{"method":"GET","url":"http://a/","headers":[{"name":"A B","value":""}]}"#),
            "entry 2 cannot be sent: 'A B' is not the name of a header"
        ),
        (archive(#"{"method":"GET","url":"http://a/","headers":[{"name":"","value":""}]}"#), "'' is not the name"),
        (archive(#"{"method":"GET","url":"http://a/","headers":[1]}"#), "no name or no value"),
        (archive(#"{"method":"GET","url":"http://a/","headers":[{"name":"A","value":"b\r\nC: d"}]}"#), "line break"),
        (archive(#"{"method":"PUT","url":"http://a/","postData":{"text":"a","_truncated":true}}"#), "only a part"),
        (archive(#"{"method":"PUT","url":"http://a/","postData":{"text":"?","_encoding":"base64"}}"#), "base64"),
        (
            archive(
                #"{"method":"PUT","url":"http://a/","postData":{"mimeType":"multipart/form-data","params":[{"name":"a"}]}}"#
            ),
            "given as parts"
        ),
        (archive(#"{"method":"GET","url":"http://a/","_truncated":true}"#), "only a part of its head"),
        (archive(#"{"method":"GET","url":"http://a/"}"#) + "x", "not an HTTP archive"),
    ]

    @Test(arguments: bad, [1, 1_000]) func refused(_ row: (text: String, words: String), _ pieces: Int) {
        let error = #expect(throws: HARError.self) { try Self.read(row.text, pieces: pieces) }
        #expect(error.map { "\($0)".contains(row.words) } == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test func tooMany() {
        let one = #"{"request":{"method":"GET","url":"http://a/"}}"#
        let text =
            "{\"log\":{\"entries\":[" + repeatElement(one, count: HARReader.requestLimit + 1).joined(separator: ",")
            + "]}}"
        #expect(throws: HARError.tooMany(limit: HARReader.requestLimit)) { try Self.read(text, pieces: 65_536) }
    }
}
