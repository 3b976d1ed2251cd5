/// The Upload-Limit field of draft-ietf-httpbis-resumable-upload (section 4.1.4): a dictionary (RFC 9651 section 3.2).
struct UploadLimits: Sendable, Hashable {
    /// The largest file.
    var maxSize: Int64?
    /// The smallest file.
    var minSize: Int64?
    /// The most bytes in one request.
    var maxAppendSize: Int64?
    /// The fewest bytes in one request, except the last.
    var minAppendSize: Int64?
    /// How many seconds the upload is kept.
    var maxAge: Int64?

    init() {}

    /// Parses a field value; `nil` if it isn't a dictionary or a known key has a value that isn't an integer: then the
    /// whole field is ignored. Unknown keys are skipped, and of a repeated key the last one counts.
    init?(parsing text: String) {
        for member in Self.members(of: text) {
            let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let key = Self.trimmed(parts[0].prefix { $0 != ";" })
            guard let first = key.utf8.first, Self.isKeyStart(first), key.utf8.allSatisfy(Self.isKeyByte) else {
                return nil
            }
            // A key without a value means true, which isn't an integer.
            let number = parts.count == 2 ? UploadFieldText.integer(String(parts[1])) : nil
            switch key {
            case "max-size": maxSize = number
            case "min-size": minSize = number
            case "max-append-size": maxAppendSize = number
            case "min-append-size": minAppendSize = number
            case "max-age": maxAge = number
            default: continue
            }
            if number == nil { return nil }
        }
    }

    /// The members separated by commas outside strings and inner lists.
    private static func members(of text: String) -> [Substring] {
        var members: [Substring] = []
        var start = text.startIndex
        var depth = 0
        var isQuoted = false
        var isEscaped = false
        for index in text.indices {
            let character = text[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted {
                if character == "\\" { isEscaped = true }
                if character == "\"" { isQuoted = false }
            } else if character == "\"" {
                isQuoted = true
            } else if character == "(" {
                depth += 1
            } else if character == ")" {
                depth -= 1
            } else if character == ",", depth == 0 {
                members.append(trimmed(text[start..<index]))
                start = text.index(after: index)
            }
        }
        let last = trimmed(text[start...])
        if !last.isEmpty || !members.isEmpty { members.append(last) }
        return members
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }

    private static func isKeyStart(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "*")
    }

    private static func isKeyByte(_ byte: UInt8) -> Bool {
        isKeyStart(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }
}
