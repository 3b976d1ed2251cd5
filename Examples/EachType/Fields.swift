// Values of fields, URLs and digests.

import Sockeye
import SockeyeDigest
import SockeyeEncodings
import SockeyeFields
import SockeyeHTTP1
import SockeyeTesting

func fields(_ web: LoopbackServer) async throws {
    try httpURL()
    try entityTag()
    try contentRange()
    try contentDisposition()
    try linkField()
    try mediaType()
    try httpDate()
    try responseHead()
    try exchange()
    try await limits(web)
    try digest()
    try digestHasher()
    try textEncoding()
}

/// ``HTTPURL``: parts, and references resolved as in a browser.
func httpURL() throws {
    let page = try HTTPURL("https://EXAMPLE.com:443/a/b?q=1#top")
    try expect(page.href == "https://example.com/a/b?q=1#top" && page.query == "q=1")
    try expect(page.resolving("../c").href == "https://example.com/c")
}

/// ``EntityTag``: whether two versions are the same bytes, or mean the same.
func entityTag() throws {
    let stored = EntityTag(parsing: #"W/"v1""#)
    let current = EntityTag(opaque: "v1")
    if let stored, let current {
        try expect(stored.weaklyMatches(current) && !stored.stronglyMatches(current))
    }
    try expect(stored?.description == #"W/"v1""#)
}

/// ``ContentRange``: which part of a file a 206 has.
func contentRange() throws {
    let range = ContentRange(parsing: "bytes 100-199/1000")
    try expect(range?.positions == 100...199 && range?.completeLength == 1000)
    try expect(ContentRange(parsing: "bytes 200-199/1000") == nil)
}

/// ``ContentDisposition``: under which name to save a body, made safe.
func contentDisposition() throws {
    let field = ContentDisposition(parsing: #"attachment; filename="../évil.txt"; filename*=UTF-8''%E5%BC%A0.txt"#)
    try expect(field?.type == "attachment" && field?.fileName == "张.txt")
    try expect(ContentDisposition(parsing: #"inline; filename="../a.txt""#)?.sanitizedFileName == "a.txt")
}

/// ``LinkField``: where the next page is.
func linkField() throws {
    let field = LinkField(parsing: #"</list?page=2>; rel="next"; title="more", </list?page=9>; rel=last"#)
    try expect(field?.first(relation: "next")?.target == "/list?page=2")
    try expect(field?.links.count == 2)
}

/// ``MediaType``, ``FieldParameter``: a Content-Type, read and written.
func mediaType() throws {
    let type = MediaType(parsing: "Text/HTML; Charset=UTF-8")
    try expect(type?.essence == "text/html" && type?.charset == "utf-8")
    let made = MediaType(type: "text", subtype: "csv", parameters: [FieldParameter(name: "header", value: "present")])
    try expect(made?.description == "text/csv; header=present")
}

/// ``HTTPDate``: times of fields, in all three forms that servers send.
func httpDate() throws {
    let date = HTTPDate(parsing: "Sunday, 06-Nov-94 08:49:37 GMT")
    try expect(date?.description == "Sun, 06 Nov 1994 08:49:37 GMT")
    try expect(date == HTTPDate(secondsSinceEpoch: 784_111_777))
}

/// ``ResponseHead``: the status line and the fields of a response.
func responseHead() throws {
    let head = ResponseHead(version: .http11, status: .ok, fields: [.contentLength: "5", .server: "test"])
    try expect(head.contentLength == 5 && head.fields[.server] == "test")
}

/// ``Exchange``, ``RequestHead``: a request as bytes, and the events of its response's.
func exchange() throws {
    var input = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi".utf8)
    var body = 0
    let head = RequestHead(target: .origin("/"), host: "example.com")
    var exchange = Exchange(request: head)
    var output: [UInt8] = []
    try exchange.encodeHead(into: &output)
    var event = Exchange.Event.needMore
    while event != .end(trailers: nil) {
        let step = try exchange.receive(input.span.bytes)
        if case .bodyBytes(_, let count) = step.event { body += count }
        input.removeFirst(step.consumed)
        event = step.event
    }
    try expect(String(decoding: output, as: UTF8.self).hasPrefix("GET / HTTP/1.1\r\n") && body == 2)
}

/// ``Limits``: the most that a server may send before the body.
func limits(_ web: LoopbackServer) async throws {
    var configuration = HTTPClient.Configuration()
    configuration.limits = Limits(headBytes: 8 << 10, fieldCount: 50)
    let reply = try? await HTTPClient(configuration: configuration).get(web.url("/headers/60"))
    try expect(reply == nil)
}

/// ``Digest``, ``Digest.Algorithm``: of bytes and of files.
func digest() throws {
    let bytes = Array("test".utf8)
    try expect(Digest.sha256(of: bytes).hex.hasPrefix("9f86"))
    try expect(
        try Digest(.sha256, ofFile: "big.iso")
            == Digest(.sha256, hex: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"))
    if let algorithm = Digest.Algorithm(name: "SHA-512/256") {
        try expect(Digest(algorithm, of: bytes).bytes.count == algorithm.length)
    }
}

/// ``DigestHasher``: a digest or an HMAC of bytes that come in pieces.
func digestHasher() throws {
    var hasher = try DigestHasher(.sha256, hmacKey: Array("key".utf8))
    for piece in ["The quick brown fox ", "jumps over the lazy dog"] { try hasher.update(piece.utf8) }
    try expect(hasher.finish().hex == "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8")
}

/// ``TextEncoding``: what browsers mean by the name of a charset.
func textEncoding() throws {
    let bytes: [UInt8] = [0xD5, 0xC5]
    let text = TextEncoding(label: "gbk")?.decode(bytes)
    try expect(text == "张")
    try expect(TextEncoding(label: "latin1")?.encode("é") == [0xE9])
}
