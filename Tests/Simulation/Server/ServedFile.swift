import SockeyeFields

/// A file that all places have, and that may change.
final class ServedFile {
    /// How the server names its versions.
    enum Naming {
        case strongTag, weakTag, date, nothing
    }

    /// What it was for a time.
    struct Version {
        let length: Int
        /// The second of its last change.
        let changed: Int64
        /// Which bytes differ from those of the version before, which is as long; `nil` for all.
        var part: Range<Int>?
    }

    let number: Int
    let naming: Naming
    /// Whether it serves ranges.
    let hasRanges: Bool
    private(set) var versions: [Version]

    init(_ number: Int, _ choices: Choices, now: UInt64) {
        self.number = number
        naming = choices.one(of: [.strongTag, .date, .weakTag, .nothing])
        hasRanges = !choices.rarely(4)
        let scale = choices.one(of: [2000, 40_000, 300_000])
        versions = [Version(length: choices.pick(scale), changed: Int64(now / 1_000_000_000) - 1000)]
    }

    var path: String { "/f\(number)" }

    /// The bytes of a version.
    func bytes(_ version: Int, _ range: Range<Int>) -> [UInt8] {
        guard let part = versions[version].part else { return Content.bytes(10_000 + number, version, range) }
        var bytes = bytes(version - 1, range)
        let changed = range.clamped(to: part)
        let place = changed.lowerBound - range.lowerBound..<changed.upperBound - range.lowerBound
        if !changed.isEmpty { bytes.replaceSubrange(place, with: Content.bytes(10_000 + number, version, changed)) }
        return bytes
    }

    /// A whole version.
    func whole(_ version: Int) -> [UInt8] { bytes(version, 0..<versions[version].length) }

    /// Replaces the file, by one of the same length or another, or changes a part of it.
    func change(_ choices: Choices, now: UInt64) {
        let before = versions[versions.count - 1].length
        let isSameLength = choices.rarely(2)
        var next = Version(
            length: isSameLength ? before : choices.pick(300_000), changed: Int64(now / 1_000_000_000))
        // Once: of two changes in different places nobody can tell without a validator that a file has only one.
        if isSameLength, before > 0, choices.rarely(2), !versions.contains(where: { $0.part != nil }) {
            let start = choices.pick(before)
            next.part = start..<start + 1 + choices.pick(before - start)
        }
        versions.append(next)
    }

    // MARK: Answers

    /// Answers a request for it.
    func answer(to head: RequestParser.Head, _ operation: Operation, _ world: World) -> Answer {
        let choices = world.choices
        let number = versions.count - 1
        let (length, changed) = (versions[number].length, versions[number].changed)
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
