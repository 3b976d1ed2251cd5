import CSimdjson
import Foundation
import FoundationXML
import SampleData
import SockeyeParsers

/// Runs every comparison and prints one Markdown table. `quick` as an argument uses smaller texts; `write FILE` also
/// writes the table into the file.
@main
struct ParserBenchmarks {
    static func main() async throws {
        let isQuick = CommandLine.arguments.contains("quick")
        var rows: [Row] = []
        if let index = CommandLine.arguments.firstIndex(of: "profile"), index + 1 < CommandLine.arguments.count {
            let count = index + 2 < CommandLine.arguments.count ? Int(CommandLine.arguments[index + 2]) : nil
            return try profile(CommandLine.arguments[index + 1], count: count ?? 100)
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
        rows.append(try StreamRow.row(size: isQuick ? 64 << 20 : 1 << 30))
        let text = table(rows)
        print(text, terminator: "")
        if let index = CommandLine.arguments.firstIndex(of: "write"), index + 1 < CommandLine.arguments.count {
            try (introduction + text).write(toFile: CommandLine.arguments[index + 1], atomically: true, encoding: .utf8)
        }
    }

    static let introduction = """
        # Results of the parsers

        Made by `make bench`. Each figure is the shortest of several runs that took turns with its peers' in one process, \
        on the same bytes; ratios carry over to other machines better than speeds do. The far mark is simdjson, which \
        parses whole texts only.


        """

    /// Counts elements and text, on both sides; and looks at the attributes, which XMLParser makes in any case.
    struct Counter: XMLEventHandler {
        var readsAttributes = false
        var elements = 0
        var textBytes = 0
        var attributeBytes = 0
        mutating func startElement(_ name: XMLName, attributes: XMLAttributes, at place: XMLPlace) {
            elements += 1
            if readsAttributes { for attribute in attributes { attributeBytes += attribute.value.utf8.count } }
        }
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
            try tokenizer.parseWhole(bytes)
            counts.insert([tokenizer.handler.elements, tokenizer.handler.textBytes])
        }
        let runAttributes: () throws -> Void = {
            let tokenizer = XMLTokenizer(handler: Counter(readsAttributes: true))
            try tokenizer.parseWhole(bytes)
            counts.insert([tokenizer.handler.elements, tokenizer.handler.textBytes])
        }
        let pieces = stride(from: 0, to: bytes.count, by: 16_384).map { bytes[$0..<min($0 + 16_384, bytes.count)] }
        let runPieces: () throws -> Void = {
            let tokenizer = XMLTokenizer(handler: Counter())
            for piece in pieces { try tokenizer.feed(piece) }
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
        let times = try shortest(25, [runOurs, runAttributes, runPieces, runValues, runTheirs])
        precondition(counts.count == 1, "the parsers disagree: \(counts)")
        let works: [(String, Double?)] = [
            ("XML events", 2), ("XML events, attributes read", nil), ("XML events in 16 KiB pieces", nil),
            ("XML events as values", nil),
        ]
        return zip(works, times).map { work, time in
            .ratio(work.0, bytes.count, ours: time, "XMLParser", times[4], atLeast: work.1)
        }
    }

    static func jsonCoding(_ bytes: [UInt8]) throws -> [Row] {
        let data = Data(bytes)
        let records = try JSONValueDecoder().decode([Record].self, from: bytes)
        let runOurs: () throws -> Void = { keep(try JSONValueDecoder().decode([Record].self, from: bytes)) }
        let runTheirs: () throws -> Void = { keep(try JSONDecoder().decode([Record].self, from: data)) }
        let runOurEncoding: () throws -> Void = { keep(try JSONValueEncoder().encode(records)) }
        let runTheirEncoding: () throws -> Void = { keep(try JSONEncoder().encode(records)) }
        let times = try shortest(25, [runOurs, runTheirs, runOurEncoding, runTheirEncoding])
        return [
            .ratio("JSON to Codable structs", bytes.count, ours: times[0], "JSONDecoder", times[1], atLeast: 4),
            .ratio("JSON from Codable structs", bytes.count, ours: times[2], "JSONEncoder", times[3], atLeast: 2),
        ]
    }

    /// Repeats one piece of work, for a profiler to look at.
    static func profile(_ name: String, count: Int) throws {
        let bytes =
            switch name.split(separator: "-").last {
            case "mixed": SampleData.mixedText(size: 2_500_000)
            case "document": SampleData.xml(size: 2_500_000)
            case "numbers": SampleData.numbers(size: 2_500_000)
            default: SampleData.records(size: 2_500_000)
            }
        let records = name.hasPrefix("encode") ? try JSONValueDecoder().decode([Record].self, from: bytes) : []
        for _ in 0..<count {
            switch name.split(separator: "-").first {
            case "encode": keep(try JSONValueEncoder().encode(records))
            case "foundation": keep(try JSONSerialization.jsonObject(with: Data(bytes)))
            case "jsondecoder": keep(try JSONDecoder().decode([Record].self, from: Data(bytes)))
            case "nothing": break
            case "xmlparser":
                let parser = XMLParser(data: Data(bytes))
                let delegate = CountingDelegate()
                parser.delegate = delegate
                _ = parser.parse()
            case "decode": keep(try JSONValueDecoder().decode([Record].self, from: bytes))
            case "values": keep(try JSONValue(parsing: bytes))
            case "xml":
                try XMLTokenizer(handler: Counter()).parseWhole(bytes)
            default:
                var tokenizer = JSONTokenizer()
                var sink = JSONEventSink()
                try tokenizer.feed(bytes, to: &sink)
                try tokenizer.finish(&sink)
            }
        }
    }

    static func jsonReading(_ name: String, _ bytes: [UInt8]) throws -> [Row] {
        let runs = bytes.count > 10_000_000 ? 9 : 25
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
        return [
            .speed("JSON events, \(name)", bytes.count, ours: times[0], atLeast: 150),
            .speed("JSON events in 16 KiB pieces, \(name)", bytes.count, ours: times[1], atLeast: 150),
            .ratio("JSON to values, \(name)", bytes.count, ours: times[2], "JSONSerialization", times[3], atLeast: 10),
            .ratio("JSON to values, \(name)", bytes.count, ours: times[2], "simdjson", times[4], atLeast: nil),
        ]
    }
}
