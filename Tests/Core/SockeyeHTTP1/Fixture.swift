import Glibc
import HTTPTypes
import SockeyeBytes
import SockeyeHTTP1
import Testing

/// One case of a Markdown fixture file; the format is described at the top of Fixtures/Heads.md.
struct Fixture: Sendable, CustomTestStringConvertible {
    let title: String
    let bytes: [UInt8]
    let events: String
    let options: [String: String]

    var testDescription: String { title }

    /// A new exchange whose request, described by the case's options, is encoded.
    func exchange() throws(HTTP1Error) -> Exchange {
        var fields = HTTPFields()
        fields.append(try HTTPField(checkedName: "Host", value: "example.com"))
        if let upgrade = options["upgrade"] { fields.append(try HTTPField(checkedName: "Upgrade", value: upgrade)) }
        if let option = options["connection"] {
            fields.append(try HTTPField(checkedName: "Connection", value: option))
        }
        let method = HTTPRequest.Method(options["method"] ?? "GET") ?? .get
        var limits = Limits.standard
        func limit(_ name: String, _ path: WritableKeyPath<Limits, Int>) {
            if let value = options[name].flatMap({ Int($0) }) { limits[keyPath: path] = value }
        }
        limit("headBytes", \.headBytes)
        limit("lineBytes", \.lineBytes)
        limit("fieldCount", \.fieldCount)
        limit("chunkExtensionBytes", \.chunkExtensionBytes)
        limit("trailerBytes", \.trailerBytes)
        limit("informationalBytes", \.informationalBytes)
        var exchange = Exchange(
            request: RequestHead(
                method: method,
                target: method == .connect ? .authority("example.com:443") : .origin("/"),
                version: options["version"] == "1.0" ? .http10 : .http11,
                fields: fields
            ),
            bodyFraming: options["body"].flatMap { Int64($0) }.map { .contentLength($0) } ?? .none,
            expectsContinue: options["expect"] != nil,
            limits: limits
        )
        var output: [UInt8] = []
        try exchange.encodeHead(into: &output)
        return exchange
    }
}

extension Fixture {
    /// All cases of all files beside this one.
    static let all: [Fixture] = ["Heads", "Framing", "Chunked", "Refusals", "Oddities", "Connection"].flatMap(
        cases(inFile:))

    private static func cases(inFile name: String) -> [Fixture] {
        let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let lines = readText("\(folder)/Fixtures/\(name).md").split(separator: "\n", omittingEmptySubsequences: false)
        var fixtures: [Fixture] = []
        var title = ""
        var bytes: [UInt8] = []
        var options: [String: String] = [:]
        var block: [Substring] = []
        var fence: Substring?
        for line in lines {
            if let opened = fence, line == "```" {
                if opened.hasPrefix("http") {
                    options = self.options(opened.dropFirst(4))
                    bytes = unescape(block)
                } else if opened == "events" {
                    fixtures.append(
                        Fixture(
                            title: "\(name): \(title)", bytes: bytes, events: block.joined(separator: "\n"),
                            options: options
                        )
                    )
                }
                fence = nil
            } else if fence != nil {
                block.append(line)
            } else if line.hasPrefix("```") {
                fence = line.dropFirst(3)
                block = []
            } else if line.hasPrefix("## ") {
                title = String(line.dropFirst(3))
            }
        }
        return fixtures
    }

    private static func options(_ text: Substring) -> [String: String] {
        var options: [String: String] = [:]
        for word in text.split(separator: " ") {
            let parts = word.split(separator: "=", maxSplits: 1)
            options[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
        }
        return options
    }

    /// The bytes of a block: line ends of the file are ignored, escapes are decoded.
    private static func unescape(_ lines: [Substring]) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in lines {
            var rest = Array(line.utf8)[...]
            while let byte = rest.popFirst() {
                guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
                    bytes.append(byte)
                    continue
                }
                switch kind {
                case UInt8(ascii: "r"): bytes.append(0x0D)
                case UInt8(ascii: "n"): bytes.append(0x0A)
                case UInt8(ascii: "t"): bytes.append(0x09)
                case UInt8(ascii: "0"): bytes.append(0x00)
                case UInt8(ascii: "x"):
                    let high = rest.popFirst().flatMap(ASCII.hexadecimalDigit) ?? 0
                    bytes.append(high << 4 | (rest.popFirst().flatMap(ASCII.hexadecimalDigit) ?? 0))
                default: bytes.append(kind)
                }
            }
        }
        return bytes
    }
}

/// The text of a file; empty if it cannot be read, which the check of the fixture count detects.
private func readText(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
}
