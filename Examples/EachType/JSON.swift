// JSON that is there as a whole.

import SockeyeParsers

func json() throws {
    try jsonValue()
    try jsonNumber()
    try jsonObject()
    try jsonPath()
    try jsonDocument()
    try jsonFormat()
    try jsonReadingOptions()
    try jsonValueCoders()
    try timestamp()
    try valueConversions()
    try propertyList()
}

/// ``JSONValue``: a tree to be read and changed.
func jsonValue() throws {
    let bytes = Array(#"{"videos":[{"name":"第一课"}]}"#.utf8)
    let value = try JSONValue(parsing: bytes)
    try expect(value["videos"]?[0]?["name"]?.string == "第一课")

    var changed: JSONValue = ["count": 1, "tags": ["a", nil]]
    changed["count"] = 2
    try expect(changed.text() == #"{"count":2,"tags":["a",null]}"#)
}

/// ``JSONNumber``: every digit of a number, for those that no `Double` holds.
func jsonNumber() throws {
    let number = try JSONValue(parsing: "[0.1000000000000000055511151231257827]")[0]?.number
    try expect(number?.text == "0.1000000000000000055511151231257827" && number?.double == 0.1)
    try expect(JSONNumber(text: "1e2")?.int == 100 && JSONNumber(UInt64.max).text == "18446744073709551615")
}

/// ``JSONObject``, ``JSONObject.Member``: members in their order.
func jsonObject() throws {
    var object = JSONObject([JSONObject.Member(name: "b", value: 1), JSONObject.Member(name: "a", value: [2])])
    object["c"] = "new"
    try expect(object.names == ["b", "a", "c"] && object.sorted().names == ["a", "b", "c"])
    try expect(JSONValue.object(object).text() == #"{"b":1,"a":[2],"c":"new"}"#)
}

/// ``JSONPath``: many values by one path.
func jsonPath() throws {
    let path = try JSONPath("videos[*].name")
    let value = try JSONValue(parsing: #"{"videos":[{"name":"one"},{"name":"two"}]}"#)
    try expect(path.select(from: value).map(\.string) == ["one", "two"])
}

/// ``JSONDocument``: values read where they stand, in half of the time of a tree.
func jsonDocument() throws {
    let bytes = Array(#"{"videos":[{"name":"one"},{}]}"#.utf8)
    let document = try JSONDocument(parsing: bytes)
    if let videos = document.root["videos"]?.elements {
        for video in videos { print(video["name"]?.string ?? "–") }
    }
    try expect(document.root["videos"]?.elements?.count == 2)
}

/// ``JSONFormat``: the layout of a text.
func jsonFormat() throws {
    let format = JSONFormat(isPretty: true, indentation: 1, sortsKeys: true)
    let value: JSONValue = ["b": 1, "a": 2]
    try expect(value.text(format) == "{\n \"a\": 2,\n \"b\": 1\n}")
}

/// ``JSONReadingOptions``, ``JSONLimits``: what a peer may send.
func jsonReadingOptions() throws {
    let options = JSONReadingOptions(limits: JSONLimits(depthLimit: 8, sizeLimit: 1 << 20), duplicateNames: .refuse)
    for text in [#"{"a":1,"a":2}"#, "[[[[[[[[[]]]]]]]]]"] {
        let value = try? JSONValue(parsing: text, options: options)
        try expect(value == nil)
    }
}

/// ``JSONValueDecoder``, ``JSONValueEncoder``: your types, with other names and dates in the text.
func jsonValueCoders() throws {
    struct User: Codable, Equatable {
        var firstName: String
        var born: Timestamp
    }
    let bytes = Array(#"{"first_name":"Ada","born":"1815-12-10T00:00:00Z"}"#.utf8)
    let user = try JSONValueDecoder(keys: .snakeCase).decode(User.self, from: bytes)
    try expect(user.firstName == "Ada" && user.born.seconds == -4_861_728_000)
    try expect(JSONValueEncoder(keys: .snakeCase).encode(user) == bytes)
}

/// ``Timestamp``: a moment, without Foundation.
func timestamp() throws {
    let moment = Timestamp("2026-01-31T13:00:00.25+01:00")
    try expect(moment == Timestamp(seconds: 1_769_860_800, nanoseconds: 250_000_000))
    try expect(moment?.description == "2026-01-31T12:00:00.250Z")
}

/// ``ValueConversions``: a type that has another form in documents than its own.
func valueConversions() throws {
    struct Color: Codable, Equatable {
        var hex: String
    }
    var conversions = ValueConversions()
    conversions.register(
        Color.self, decode: { try Color(hex: String(from: $0)) }, encode: { try $0.hex.encode(to: $1) })
    let colors = [Color(hex: "ff8000")]
    try expect(JSONValueEncoder(conversions: conversions).encode(colors) == Array(#"["ff8000"]"#.utf8))
    try expect(JSONValueDecoder(conversions: conversions).decode(from: #"["ff8000"]"#.utf8) == colors)
}

/// ``PropertyList``, ``PropertyListLimits``, ``PropertyListValueDecoder``, ``PropertyListValueEncoder``: Apple's lists.
func propertyList() throws {
    struct Window: Codable, Equatable {
        var title: String
        var opened: Timestamp
    }
    let window = Window(title: "Main", opened: Timestamp(seconds: 1_700_000_000))
    let bytes = try PropertyListValueEncoder().encode(window, format: .binary)
    try expect(PropertyListValueDecoder().decode(Window.self, from: bytes) == window)

    let list = try PropertyList(parsing: bytes, limits: PropertyListLimits(sizeLimit: 1 << 20, depthLimit: 8))
    try expect(list["title"]?.string == "Main")
}
