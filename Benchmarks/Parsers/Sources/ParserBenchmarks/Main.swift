import CSimdjson
import Foundation
import FoundationXML
import SockeyeParsers

/// Runs every comparison and prints one Markdown table. `quick` as an argument uses smaller texts.
@main
struct ParserBenchmarks {
    static func main() async throws {
        if CommandLine.arguments.contains("elements") { return try await streamElements() }
        let isQuick = CommandLine.arguments.contains("quick")
        var rows: [Row] = []
        if let index = CommandLine.arguments.firstIndex(of: "profile"), index + 1 < CommandLine.arguments.count {
            return try profile(CommandLine.arguments[index + 1])
        }
        let texts: [(String, [UInt8])] = [
            ("2.5 MB of records", SampleData.records(size: 2_500_000)),
            (
                isQuick ? "2.5 MB of mixed text" : "25 MB of mixed text",
                SampleData.mixedText(size: isQuick ? 2_500_000 : 25_000_000)
            ),
            ("number-heavy", SampleData.numbers(size: 2_500_000)),
        ]
        for (name, bytes) in texts {
            rows += try jsonReading(name, bytes)
        }
        rows += try jsonCoding(SampleData.records(size: 2_500_000))
        rows += try xmlReading(SampleData.xml(size: 2_500_000))
        printTable(rows)
    }

    /// Counts elements and text, on both sides.
    struct Counter: XMLEventHandler {
        var elements = 0
        var textBytes = 0
        mutating func startElement(_ name: XMLName, attributes: [XMLAttribute], at place: XMLPlace) { elements += 1 }
        mutating func endElement(_ name: XMLName, at place: XMLPlace) {}
        mutating func characters(_ text: UTF8Span, at place: XMLPlace) { textBytes += text.count }
    }

    final class CountingDelegate: NSObject, XMLParserDelegate {
        var elements = 0
        var textBytes = 0
        func parser(
            _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            elements += 1
        }
        func parser(_ parser: XMLParser, foundCharacters string: String) { textBytes += string.utf8.count }
    }

    static func xmlReading(_ bytes: [UInt8]) throws -> [Row] {
        let data = Data(bytes)
        var counts: Set<[Int]> = []
        let runOurs: () throws -> Void = {
            let tokenizer = XMLTokenizer(handler: Counter())
            try tokenizer.feed(bytes)
            try tokenizer.finish()
            counts.insert([tokenizer.handler.elements, tokenizer.handler.textBytes])
        }
        let runValues: () throws -> Void = {
            var parser = XMLEventParser()
            keep(try parser.parseAll(bytes))
        }
        let runTheirs: () throws -> Void = {
            let parser = XMLParser(data: data)
            let delegate = CountingDelegate()
            parser.delegate = delegate
            _ = parser.parse()
            counts.insert([delegate.elements, delegate.textBytes])
        }
        let times = try shortest(8, [runOurs, runValues, runTheirs])
        let ours = times[0]
        let values = times[1]
        let theirs = times[2]
        precondition(counts.count == 1, "the parsers disagree: \(counts)")
        return [
            Row(
                work: "XML events", size: bytes.count, ours: ours, peer: "XMLParser", theirs: theirs, target: "2 ×"),
            Row(
                work: "XML events as values", size: bytes.count, ours: values, peer: "XMLParser", theirs: theirs,
                target: "2 ×"),
        ]
    }

    struct Record: Codable {
        struct Address: Codable {
            var street: String
            var city: String
            var postcode: String
        }
        var id: Int
        var name: String
        var email: String
        var active: Bool
        var score: Double
        var visits: Int
        var note: String
        var tags: [String]
        var address: Address
        var referrer: String?
    }

    static func jsonCoding(_ bytes: [UInt8]) throws -> [Row] {
        let data = Data(bytes)
        let records = try JSONValueDecoder().decode([Record].self, from: bytes)
        let runOurs: () throws -> Void = { keep(try JSONValueDecoder().decode([Record].self, from: bytes)) }
        let runTheirs: () throws -> Void = { keep(try JSONDecoder().decode([Record].self, from: data)) }
        let runOurEncoding: () throws -> Void = { keep(try JSONValueEncoder().encode(records)) }
        let runTheirEncoding: () throws -> Void = { keep(try JSONEncoder().encode(records)) }
        let times = try shortest(8, [runOurs, runTheirs, runOurEncoding, runTheirEncoding])
        let ours = times[0]
        let theirs = times[1]
        let ourEncoding = times[2]
        let theirEncoding = times[3]
        return [
            Row(
                work: "JSON to Codable structs", size: bytes.count, ours: ours, peer: "JSONDecoder", theirs: theirs,
                target: "4 ×"),
            Row(
                work: "JSON from Codable structs", size: bytes.count, ours: ourEncoding, peer: "JSONEncoder",
                theirs: theirEncoding, target: "2 ×"),
        ]
    }

    /// Repeats one piece of work, for a profiler to look at.
    static func profile(_ name: String) throws {
        let bytes =
            switch name.split(separator: "-").last {
            case "mixed": SampleData.mixedText(size: 2_500_000)
            case "document": SampleData.xml(size: 2_500_000)
            case "numbers": SampleData.numbers(size: 2_500_000)
            default: SampleData.records(size: 2_500_000)
            }
        let records = name.hasPrefix("encode") ? try JSONValueDecoder().decode([Record].self, from: bytes) : []
        for _ in 0..<100 {
            switch name.split(separator: "-").first {
            case "encode": keep(try JSONValueEncoder().encode(records))
            case "decode": keep(try JSONValueDecoder().decode([Record].self, from: bytes))
            case "values": keep(try JSONValue(parsing: bytes))
            case "xml":
                let tokenizer = XMLTokenizer(handler: Counter())
                try tokenizer.feed(bytes)
                try tokenizer.finish()
            default:
                var tokenizer = JSONTokenizer()
                var sink = JSONEventSink()
                try tokenizer.feed(bytes, to: &sink)
                try tokenizer.finish(&sink)
            }
        }
    }

    static func jsonReading(_ name: String, _ bytes: [UInt8]) throws -> [Row] {
        let runs = bytes.count > 10_000_000 ? 3 : 8
        let data = Data(bytes)
        let runEvents: () throws -> Void = {
            var tokenizer = JSONTokenizer()
            var sink = JSONEventSink()
            try tokenizer.feed(bytes, to: &sink)
            try tokenizer.finish(&sink)
        }
        let pieces = stride(from: 0, to: bytes.count, by: 16_384).map { bytes[$0..<min($0 + 16_384, bytes.count)] }
        let runPieceEvents: () throws -> Void = {
            var tokenizer = JSONTokenizer()
            var sink = JSONEventSink()
            for piece in pieces { try tokenizer.feed(piece, to: &sink) }
            try tokenizer.finish(&sink)
        }
        let runValues: () throws -> Void = { keep(try JSONValue(parsing: bytes)) }
        let runFoundation: () throws -> Void = { keep(try JSONSerialization.jsonObject(with: data)) }
        let runSimdjson: () throws -> Void = { keep(csimdjson_parse(bytes, bytes.count)) }
        let times = try shortest(runs, [runEvents, runPieceEvents, runValues, runFoundation, runSimdjson])
        let events = times[0]
        let pieceEvents = times[1]
        let values = times[2]
        let foundation = times[3]
        let simdjson = times[4]
        return [
            Row(
                work: "JSON events, \(name)", size: bytes.count, ours: events, peer: "JSONSerialization",
                theirs: foundation, target: "150 MB/s"),
            Row(
                work: "JSON events in 16 KiB pieces, \(name)", size: bytes.count, ours: pieceEvents,
                peer: "JSONSerialization", theirs: foundation, target: "150 MB/s"),
            Row(
                work: "JSON to values, \(name)", size: bytes.count, ours: values, peer: "JSONSerialization",
                theirs: foundation, target: "10 ×"),
            Row(
                work: "JSON to values, \(name)", size: bytes.count, ours: values, peer: "simdjson (far mark)",
                theirs: simdjson, target: "–"),
        ]
    }
}
