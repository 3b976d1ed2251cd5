import SockeyeFields

/// A file that all places have, and that may change.
final class ServedFile {
    /// How the server names its versions.
    enum Naming {
        case strongTag, weakTag, date, nothing
    }

    let number: Int
    let naming: Naming
    /// Whether it serves ranges.
    let hasRanges: Bool
    /// The length of each version, and the second of its last change.
    private(set) var versions: [(length: Int, changed: Int64)]

    init(_ number: Int, _ choices: Choices, now: UInt64) {
        self.number = number
        naming = choices.one(of: [.strongTag, .date, .weakTag, .nothing])
        hasRanges = !choices.rarely(4)
        let scale = choices.one(of: [2000, 40_000, 300_000])
        versions = [(choices.pick(scale), Int64(now / 1_000_000_000) - 1000)]
    }

    var path: String { "/f\(number)" }

    /// The bytes of a version.
    func bytes(_ version: Int, _ range: Range<Int>) -> [UInt8] { Content.bytes(10_000 + number, version, range) }

    /// A whole version.
    func whole(_ version: Int) -> [UInt8] { bytes(version, 0..<versions[version].length) }

    /// Replaces the file, by one of the same length or another.
    func change(_ choices: Choices, now: UInt64) {
        let length = choices.rarely(2) ? versions[versions.count - 1].length : choices.pick(300_000)
        versions.append((length, Int64(now / 1_000_000_000)))
    }

    // MARK: Answers

    /// Answers a request for it.
    func answer(to head: RequestParser.Head, _ operation: Operation, _ world: World) -> Answer {
        let choices = world.choices
        let number = versions.count - 1
        let (length, changed) = versions[number]
        var answer = Answer()
        answer.take(timeFrom: choices, world.mood, expects: false)
        let date = HTTPDate(clamping: changed)
        let tag = "\"v\(number)\""
        var fields: [(name: String, value: String)] = [
            ("Date", HTTPDate(clamping: Int64(world.now / 1_000_000_000)).description), ("X-Version", "\(number)"),
        ]
        switch naming {
        case .strongTag: fields.append(("ETag", tag))
        case .weakTag: fields.append(("ETag", "W/" + tag))
        case .date: fields.append(("Last-Modified", date.description))
        case .nothing: break
        }
        if world.mood.server > 0, choices.rarely(8) {
            answer.status = choices.one(of: [503, 500, 404])
            answer.fields = fields
            return answer
        }
        if hasRanges { fields.append(("Accept-Ranges", "bytes")) }
        let condition = head.values("if-range").first
        let isSame =
            condition == nil || naming == .strongTag && condition == tag
            || naming == .date && condition == date.description
        if hasRanges, isSame, let text = head.values("range").first {
            guard let range = Self.range(text, length) else {
                answer.status = 416
                answer.fields = fields + [("Content-Range", "bytes */\(length)")]
                return answer
            }
            answer.status = 206
            fields.append(("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"))
            answer.body = bytes(number, range)
        } else {
            answer.body = whole(number)
            if choices.rarely(4) { answer.framing = choices.one(of: [.chunked, .untilClose]) }
            if answer.framing == .untilClose { answer.ending = .announcedClose }
        }
        answer.fields = fields
        return answer
    }

    private static func range(_ text: String, _ length: Int) -> Range<Int>? {
        let parts = text.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let first = Int(parts[0]), first < length else { return nil }
        let last = min(Int(parts[1]) ?? length - 1, length - 1)
        return last < first ? nil : first..<last + 1
    }
}
