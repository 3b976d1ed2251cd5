// JSON and lines of any length, as they arrive.

import Sockeye
import SockeyeParsers

func jsonStreams(_ server: String) async throws {
    try jsonElementParser()
    try jsonInPlaceParser()
    try jsonRecordParser()
    try await jsonTokenizer("\(server)/user")
    try lineParser()
    try serverSentEventParser()
}

/// ``JSONElementParser``: elements of a huge array, each as a value of your type; of a response, `body.jsonElements(of:)`.
func jsonElementParser() throws {
    var parser = JSONElementParser<User>()
    var users: [User] = []
    for piece in [#"[{"name":"Ada"},{"na"#, #"me":"Bo"}]"#] { try parser.parse(piece.utf8.span.bytes, into: &users) }
    try parser.finish(into: &users)
    try expect(users == [User(name: "Ada"), User(name: "Bo")])
}

/// ``JSONInPlaceParser``: the same without types, twice as fast; of a response, `body.jsonElementsInPlace()`.
func jsonInPlaceParser() throws {
    var parser = JSONInPlaceParser()
    var values: [JSONDocument.Value] = []
    for piece in [#"[{"name":"Ada"},{"na"#, #"me":"Bo"}]"#] { try parser.parse(piece.utf8.span.bytes, into: &values) }
    try parser.finish(into: &values)
    try expect(values.map { $0["name"]?.string } == ["Ada", "Bo"])
}

/// ``JSONRecordParser``: one text a line; of a response, `body.jsonRecords(of:)`.
func jsonRecordParser() throws {
    var parser = JSONRecordParser<User>(framing: .lines)
    var users: [User] = []
    for piece in ["{\"name\":\"Ada\"}\n{\"na", "me\":\"Bo\"}"] { try parser.parse(piece.utf8.span.bytes, into: &users) }
    try parser.finish(into: &users)
    try expect(users == [User(name: "Ada"), User(name: "Bo")])
}

/// ``JSONTokenizer``: events of a text that may be endless.
func jsonTokenizer(_ url: String) async throws {
    struct Names: JSONEventHandler {
        var names: [String] = []

        mutating func key(_ text: UTF8Span) { names.append(String(copying: text)) }
        mutating func null() {}
        mutating func boolean(_ value: Bool) {}
        mutating func number(_ text: UTF8Span) {}
        mutating func string(_ text: UTF8Span) {}
        mutating func beginArray() {}
        mutating func endArray() {}
        mutating func beginObject() {}
        mutating func endObject() {}
    }
    var handler = Names()
    try await HTTPClient.shared.perform(.get(url)) { response in
        let body = response.body
        var tokenizer = JSONTokenizer()
        for try await chunk in body { try tokenizer.feed(chunk, to: &handler) }
        try tokenizer.finish(&handler)
    }
    try expect(handler.names == ["name"])
}

/// ``LineParser``: lines of bytes that come in pieces; of a response, `response.lines`.
func lineParser() throws {
    var parser = LineParser(limit: 1 << 10)
    var lines: [String] = []
    for piece in ["one\r", "\ntw", "o"] { try parser.parse(piece.utf8.span.bytes, into: &lines) }
    try parser.finish(into: &lines)
    try expect(lines == ["one", "two"])
}

/// ``ServerSentEventParser``, ``ServerSentEvent``: events of a stream; of a URL, `client.events(url)`, which also reconnects.
func serverSentEventParser() throws {
    var parser = ServerSentEventParser(lastEventID: "6")
    var events: [ServerSentEvent] = []
    try parser.parse("data: a\ndata: b\n\nevent: end\nid: 7\ndata:\n\n".utf8.span.bytes, into: &events)
    try expect(
        events == [
            ServerSentEvent(data: "a\nb", lastEventID: "6"), ServerSentEvent(type: "end", data: "", lastEventID: "7"),
        ])
}
