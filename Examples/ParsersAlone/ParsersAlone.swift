// The parsers by themselves. A program that imports the client as well, or the C library, is lent symbols that the
// parsers might lack.

import SockeyeParsers

struct Mismatch: Error {
    var line: UInt
}

func expect(_ isAsExpected: Bool, line: UInt = #line) throws {
    if !isAsExpected { throw Mismatch(line: line) }
}

func isRefused(_ work: () throws -> Void) -> Bool {
    do {
        try work()
        return false
    } catch {
        return true
    }
}

struct Entry: Codable, Equatable {
    var name: String
    var count: Int
    var at: Timestamp
}

let entry = Entry(name: "第一课 🎬", count: 3, at: Timestamp(seconds: 1_700_000_000, nanoseconds: 250_000_000))

// JSON, from text, from bytes in one piece and from bytes that are not.
try expect(JSONValue(parsing: "{\"a\":1}")["a"]?.int == 1)
try expect(JSONValue(parsing: Array("[1, 2.5]".utf8))[1]?.double == 2.5)
try expect(JSONValue(parsing: "[true]".utf8.lazy.map { $0 })[0]?.bool == true)
try expect(isRefused { _ = try JSONValue(parsing: "[1,2,}") })
try expect(isRefused { _ = try JSONValue(parsing: "[1,2,}".utf8.lazy.map { $0 }) })
try expect(!JSONValue.isValid(Array("[1,2,}".utf8)) && JSONValue.isValid(Array("[1,2]".utf8)))
for timestamps: TimestampFormat in [.iso8601, .secondsSince1970, .millisecondsSince1970, .secondsSince2001] {
    let bytes = try JSONValueEncoder(timestamps: timestamps).encode(entry)
    try expect(JSONValueDecoder(timestamps: timestamps).decode(Entry.self, from: bytes) == entry)
}

// Property lists, with their dates; those in XML have no fractions of a second.
var listed = entry
listed.at.nanoseconds = 0
for format in [PropertyList.Format.xml, .binary] {
    let bytes = try PropertyListValueEncoder().encode(listed, format: format)
    try expect(PropertyListValueDecoder().decode(Entry.self, from: bytes) == listed)
}

// XML.
let bytes = try XMLValueEncoder().encode(entry, root: "entry")
try expect(XMLValueDecoder().decode(Entry.self, from: bytes) == entry)
try expect(isRefused { _ = try XMLDocument(parsing: Array("<a><b></a>".utf8)) })

// Text.
try expect(TextEncoding(label: "iso-8859-1")?.decode([0x63, 0xE9]) == "cé")

print("the parsers alone: as expected")
