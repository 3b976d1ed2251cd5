internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeIO

/// `-z`, `--etag-save` and `--etag-compare`: fetch only what the user doesn't have yet.
struct ConditionSettings: Equatable, Sendable {
    /// `-z`: only what changed after a moment, or with a leading dash, what did not.
    var moment: Precondition?
    /// `--etag-compare`: the file whose tag is sent in If-None-Match.
    var comparedTagFile: String?
    /// `--etag-save`: the file that the response's tag is written to.
    var savedTagFile: String?

    /// Whether the response may be "not modified".
    var isActive: Bool { moment != nil || comparedTagFile != nil }

    /// Reads `-z`: a date, or the name of a file, meaning its modification time. `nil` if it is neither.
    static func moment(_ text: String, on machine: any Machine) -> Precondition? {
        let condition = text.hasPrefix("-") ? Precondition.isUnmodifiedSince : Precondition.isModifiedSince
        guard let name = fileName(in: text) else { return DateArgument.parse(unsigned(text)).map { condition($0) } }
        return ((try? machine.modificationTime(of: name)) ?? nil).map { condition(HTTPDate(clamping: $0)) }
    }

    /// The file that the argument of `-z` names; `nil` if it is a date.
    static func fileName(in text: String) -> String? {
        let rest = unsigned(text)
        return DateArgument.parse(rest) == nil ? rest : nil
    }

    /// Without the sign: curl strips "+" and "=" too; both mean the default.
    private static func unsigned(_ text: String) -> String {
        ["-", "+", "="].contains(text.first) ? String(text.dropFirst()) : text
    }

    /// The If-None-Match value from a file of `--etag-save`: one tag per line. An empty file gives an empty tag, which
    /// matches nothing.
    static func tags(in bytes: [UInt8]) -> [UInt8] {
        let lines = WrittenText.withoutMark(bytes).split { $0 == 0x0A || $0 == 0x0D }.map {
            $0.drop { $0 == 0x20 || $0 == 0x09 }
        }
        let tags = lines.filter { !$0.isEmpty }
        return tags.isEmpty ? Array("\"\"".utf8) : Array(tags.joined(separator: ", ".utf8))
    }
}
