internal import SockeyeFields

/// A head as on the wire, split into fields without validation.
struct RawHead {
    /// The first line.
    let line: String
    /// Names and values, in order.
    var fields: [(name: String, value: String)] = []
    let byteCount: Int

    init(_ bytes: [UInt8]) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            line.last == 0x0D ? line.dropLast() : line
        }[...]
        line = lines.popFirst().map { Array($0).utf8OrLatin1 } ?? ""
        byteCount = bytes.count
        for line in lines where !line.isEmpty {
            let isFold = line.first == 0x20 || line.first == 0x09
            if isFold, let last = fields.indices.last {
                // RFC 9112 section 5.2: a fold counts as a space.
                fields[last].value += " " + Self.trimmed(line)
            } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
                fields.append((Self.trimmed(line[..<colon]), Self.trimmed(line[(colon + 1)...])))
            }
        }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        guard let first = bytes.firstIndex(where: { !isBlank($0) }),
            let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return Array(bytes[first...last]).utf8OrLatin1
    }

    /// The words of the first line: `HTTP/1.1 200 OK` or `GET / HTTP/1.1`; the third is the rest.
    var words: [String] {
        line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    }

    /// The values of the fields with this name, given in lowercase.
    func values(_ name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name }.map(\.value)
    }

    /// The elements of a list field.
    func list(_ name: String) -> [String] {
        values(name).flatMap { $0.split(separator: ",") }
            .map { element in
                String(element.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" && $0 != ";" })
            }
            .filter { !$0.isEmpty }
    }
}
