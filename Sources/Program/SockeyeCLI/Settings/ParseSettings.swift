internal import Sockeye
internal import SockeyeFields
internal import SockeyeParsers

/// `--parse`, `--select`, and `--digest` with an algorithm.
struct ParseSettings: Sendable {
    /// `--parse`; `nil` leaves the body unchanged.
    var format: BodyFormat?
    /// `--pretty`: a body of JSON is laid out for a terminal.
    var isPretty = false
    /// `--select`.
    var path: String?
    /// `--to`, `--nulls`.
    var conversion = Conversion()
    /// `--digest ALGORITHM`.
    var digest: Digest.Algorithm?

    /// `--to` and `--nulls`.
    struct Conversion: Sendable {
        /// The formats to write.
        enum Format: String, CaseIterable, Sendable {
            case plist, bplist
        }

        /// `nil` shows the body as it is, property lists as JSON.
        var format: Format?
        var nulls = NullRule.refuse
    }
}

/// A body format.
enum BodyFormat: String, CaseIterable, Sendable {
    case json, ndjson, xml, plist, form, sse
    /// By its Content-Type, else by how it starts.
    case auto
}

extension BodyFormat {
    /// The format of a lowercase media type; `nil` for a vague one, such as `text/plain`.
    init?(mediaType: MediaType) {
        let subtype = mediaType.subtype
        switch mediaType.essence {
        case "application/x-www-form-urlencoded": self = .form
        case "text/event-stream": self = .sse
        case "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines":
            self = .ndjson
        case "application/x-plist", "application/x-apple-plist", "application/x-bplist", "text/x-apple-plist+xml":
            self = .plist
        // RFC 6839 sections 3.1 and 8.1: the suffix names the syntax.
        case _ where subtype == "json" || subtype.hasSuffix("+json"): self = .json
        case _ where subtype == "xml" || subtype.hasSuffix("+xml"): self = .xml
        default: return nil
        }
    }

    /// How many bytes are inspected.
    static let sniffedLength = 512

    /// The format that the body's first bytes look like; `auto` if none, `nil` if more bytes are needed.
    ///
    /// - Parameter isWhole: whether no more bytes will come, or more would not help.
    static func sniffed(_ start: [UInt8], isWhole: Bool) -> BodyFormat? {
        let isWhole = isWhole || start.count >= sniffedLength
        if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]) {
            // UTF-16. Of these formats only XML may be written so; the parser of JSON says that it may not.
            guard let first = start.dropFirst(2).first(where: { $0 > 0x20 }) else { return isWhole ? .xml : nil }
            return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .json : .xml
        }
        let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start[3...] : start[...]
        let rest = text.drop { $0 <= 0x20 }
        guard let first = rest.first else { return isWhole ? .auto : nil }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): return .json
        case UInt8(ascii: ":"): return .sse
        case _ where !isWhole && !rest.contains(0x0A): return nil
        case UInt8(ascii: "<"):
            if rest.firstRange(of: Array("<plist".utf8)) != nil
                || rest.firstRange(of: Array("<!DOCTYPE plist".utf8)) != nil
            {
                return .plist
            }
            return isWhole ? .xml : nil
        default: break
        }
        if rest.starts(with: "bplist".utf8) { return .plist }
        let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
        for name in ["data", "event", "id", "retry"] where line.starts(with: "\(name):".utf8) { return .sse }
        if line.contains(UInt8(ascii: "=")), line.allSatisfy({ (0x21...0x7E).contains($0) }) { return .form }
        switch first {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return .json
        default:
            let isLiteral = ["true", "false", "null"].contains { line.starts(with: $0.utf8) }
            return isLiteral ? .json : .auto
        }
    }
}
