internal import Sockeye
internal import SockeyeDigest

/// `--checksum`: a digest, or a checksum file in which the download's name is looked up.
enum ChecksumArgument: Equatable, Sendable {
    case value(Checksum)
    case list([SumLine])

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
    /// one whose folders fit too. A single line is for any file.
    func checksum(for path: String) -> Checksum? {
        switch self {
        case .value(let checksum): return checksum
        case .list(let lines):
            if lines.count == 1 { return lines.first?.checksum }
            let parts = Self.parts(of: path)
            var found = lines.filter { Self.parts(of: $0.name).last == parts.last }
            if Set(found.map(\.checksum)).count > 1 {
                found = found.filter { line in
                    zip(Self.parts(of: line.name).reversed(), parts.reversed()).allSatisfy { $0 == $1 }
                }
            }
            return Set(found.map(\.checksum)).count == 1 ? found.first?.checksum : nil
        }
    }

    private static func parts(of path: String) -> [Substring] { path.split(separator: "/").filter { $0 != "." } }

    /// Reads the output of `sha256sum` and the like: `HEX  NAME`, `HEX *NAME`, or `SHA256 (NAME) = HEX`.
    static func lines(in text: String) -> [SumLine] {
        (text.first == "\u{FEFF}" ? text.dropFirst() : text[...]).split(whereSeparator: \.isNewline).compactMap {
            line in
            if let open = line.firstIndex(of: "("), let close = line.lastRange(of: ") = "), open < close.lowerBound,
                let algorithm = Digest.Algorithm(name: line[..<open].filter { $0 != " " }),
                let value = Hex.decode(String(line[close.upperBound...])),
                let checksum = Checksum(algorithm, value)
            {
                return SumLine(checksum: checksum, name: String(line[line.index(after: open)..<close.lowerBound]))
            }
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let value = Hex.decode(String(parts[0])),
                let algorithm = ([.md5, .sha1, .sha224, .sha256, .sha384, .sha512] as [Digest.Algorithm]).first(where: {
                    $0.length == value.count
                }),
                let checksum = Checksum(algorithm, value)
            else { return nil }
            // A space or a star before the name means text or binary mode, which are the same here.
            return SumLine(checksum: checksum, name: String(parts[1].drop { $0 == " " || $0 == "*" }))
        }
    }
}

extension StringProtocol {
    fileprivate func lastRange(of text: String) -> Range<Index>? { ranges(of: text).last }
}
