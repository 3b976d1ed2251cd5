internal import Sockeye
internal import SockeyeDigest

/// `--checksum`: a digest, or a checksum file in which the download's name is looked up.
enum ChecksumArgument: Equatable, Sendable {
    case value(Checksum)
    /// Its lines; `nil` for one that can't be read.
    case list([SumLine?])

    /// A digest as we write it, sha256:HEX, or as aria2 does: sha-256=HEX.
    static func digest(_ text: String) -> Checksum? {
        guard let equals = text.firstIndex(of: "=") else { return Checksum(text) }
        return Checksum("\(text[..<equals]):\(text[text.index(after: equals)...])")
    }

    /// One line of a checksum file.
    struct SumLine: Equatable, Sendable {
        var checksum: Checksum
        var name: String
    }

    /// The digest for a file of this name: that of the line with the same name, whatever its folder, or where several have it, the
    /// one whose folders fit too; of several algorithms, the strongest. The only line, if none was unreadable, is for any file.
    func checksum(for path: String) -> Checksum? {
        switch self {
        case .value(let checksum): return checksum
        case .list(let lines):
            if lines.count == 1 { return lines[0]?.checksum }
            let parts = Self.parts(of: path)
            var found = lines.compactMap(\.self).filter { Self.parts(of: $0.name).last == parts.last }
            if Set(found.map(\.checksum)).count > 1 {
                found = found.filter { line in
                    zip(Self.parts(of: line.name).reversed(), parts.reversed()).allSatisfy { $0 == $1 }
                }
            }
            let checksums = Set(found.map(\.checksum))
            if checksums.count <= 1 { return checksums.first }
            // Of one file each algorithm may have a line; the longest digest is the strongest.
            let isOneFile = Set(found.map { Self.parts(of: $0.name) }).count == 1
            let isOneEach = Set(checksums.map(\.algorithm)).count == checksums.count
            return isOneFile && isOneEach ? checksums.max { $0.value.count < $1.value.count } : nil
        }
    }

    private static func parts(of path: String) -> [Substring] { path.split(separator: "/").filter { $0 != "." } }

    /// Reads the output of `sha256sum` and the like, without its comments; `nil` stands for a line that can't be read.
    static func lines(in text: String) -> [SumLine?] {
        let lines = (text.first == "\u{FEFF}" ? text.dropFirst() : text[...]).split(whereSeparator: \.isNewline)
        return lines.filter { $0.first != "#" && !$0.allSatisfy(\.isWhitespace) }.map { SumLine(parsing: $0) }
    }
}

extension ChecksumArgument.SumLine {
    /// Reads `HEX  NAME`, `HEX *NAME`, or `SHA256 (NAME) = HEX`; behind a backslash, the name has GNU's escapes.
    init?(parsing line: Substring) {
        let isEscaped = line.first == "\\"
        let entry = isEscaped ? line.dropFirst() : line
        guard let (checksum, written) = Self.tagged(entry) ?? Self.plain(entry),
            let name = isEscaped ? Self.unescaped(written) : String(written)
        else { return nil }
        self.init(checksum: checksum, name: name)
    }

    private static func tagged(_ line: Substring) -> (Checksum, Substring)? {
        guard let open = line.firstIndex(of: "("), let close = line.lastRange(of: ") = "), open < close.lowerBound,
            let algorithm = Digest.Algorithm(name: line[..<open].filter { $0 != " " }),
            let value = Hex.decode(String(line[close.upperBound...])),
            let checksum = Checksum(algorithm, value)
        else { return nil }
        return (checksum, line[line.index(after: open)..<close.lowerBound])
    }

    private static func plain(_ line: Substring) -> (Checksum, Substring)? {
        let parts = line.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let value = Hex.decode(String(parts[0])),
            let algorithm = ([.md5, .sha1, .sha224, .sha256, .sha384, .sha512] as [Digest.Algorithm]).first(where: {
                $0.length == value.count
            }),
            let checksum = Checksum(algorithm, value)
        else { return nil }
        // A space or a star before the name means text or binary mode, which are the same here.
        return (checksum, parts[1].drop { $0 == " " || $0 == "*" })
    }

    private static func unescaped(_ text: Substring) -> String? {
        var (name, rest) = ("", text)
        while let backslash = rest.firstIndex(of: "\\") {
            name += rest[..<backslash]
            rest = rest[rest.index(after: backslash)...]
            switch rest.popFirst() {
            case "\\": name += "\\"
            case "n": name += "\n"
            case "r": name += "\r"
            default: return nil
            }
        }
        name += rest
        return name
    }
}

extension StringProtocol {
    fileprivate func lastRange(of text: String) -> Range<Index>? { ranges(of: text).last }
}
