internal import Sockeye
internal import SockeyeFields
internal import SockeyeHTTP1

/// A head and its bytes as received.
struct ReceivedHead: Sendable {
    /// What it says; `nil` if it was refused or cut.
    let head: ResponseHead?
    /// All of its lines and the empty one, or the whole lines before the fault.
    let bytes: [UInt8]
    /// The same as it is shown.
    var shown: [UInt8] { HeadText.unfolded(bytes) }
}

/// Heads as on the wire, for `-i`, `-I`, `-D` and `-v`.
enum HeadText {
    /// The head with its names in bold.
    static func styled(_ head: [UInt8]) -> [UInt8] {
        lines(of: head).flatMap { line -> [UInt8] in
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), !line.starts(with: "HTTP/".utf8) else {
                return line
            }
            return Array("\u{1B}[1m".utf8) + line[..<colon] + Array("\u{1B}[0m".utf8) + line[colon...]
        }
    }

    /// A head in the standard form, for a response of which no bytes were kept.
    static func bytes(of head: ResponseHead) -> [UInt8] {
        let line = "\(head.version) \(head.status.code) \(head.status.reasonPhrase)\r\n"
        return head.fields.reduce(into: Array(line.utf8)) { bytes, field in
            bytes += "\(field.name.rawName): ".utf8 + field.octets + [13, 10]
        } + [13, 10]
    }

    /// The lines, each with its line end.
    static func lines(of head: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var rest = head[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(Array(rest[...end]))
            rest = rest[(end + 1)...]
        }
        if !rest.isEmpty { lines.append(Array(rest)) }
        return lines
    }

    /// The head with each folded line as one (RFC 9112 section 5.2), as curl shows it since 8.18.
    static func unfolded(_ head: [UInt8]) -> [UInt8] {
        let isFolded = zip(head, head.dropFirst()).contains { $0 == UInt8(ascii: "\n") && ($1 == 0x20 || $1 == 0x09) }
        if !isFolded { return head }
        return lines(of: head).reduce(into: []) { bytes, line in
            let rest = line.drop { $0 == 0x20 || $0 == 0x09 }
            if !bytes.isEmpty, rest.count < line.count {
                while let last = bytes.last, last.isWhiteSpace { bytes.removeLast() }
                bytes.append(0x20)
            }
            bytes += rest
        }
    }

    /// A trailer section as curl shows it: as fields that came late.
    static func withoutEmptyLine(_ section: [UInt8]) -> [UInt8] {
        let lines = lines(of: section)
        return Array((lines.last.map { $0.count <= 2 } == true ? lines.dropLast() : lines[...]).joined())
    }

    /// The length of a request's head on the wire.
    static func length(of head: RequestHead) -> Int { bytes(of: head).count }

    /// A request's head as on the wire.
    static func bytes(of head: RequestHead) -> [UInt8] {
        var bytes: [UInt8] = []
        // It was encoded before, to be sent.
        try? head.encode(into: &bytes)
        return bytes
    }
}
