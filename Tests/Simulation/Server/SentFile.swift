import SockeyeTransfers

/// A file that a user uploads resumably, and what the servers have of it.
final class SentFile {
    /// One upload of it.
    final class Part {
        let number: Int
        var bytes: [UInt8] = []
        var isWhole = false
        /// Whether a call ended well by it. It can't be the reason of another success.
        var isClaimed = false
        var isForgotten = false
        /// Counts the requests that look or write; only the last may write.
        var turn = 0

        init(_ number: Int) {
            self.number = number
        }
    }

    /// Of its user.
    let number: Int
    let place: Place
    let spoken: ResumableProtocol
    let path: String
    let bytes: [UInt8]
    private(set) var parts: [Part] = []

    init(_ number: Int, _ choices: Choices, to place: Place, in folder: Downloads) throws {
        self.number = number
        self.place = place
        spoken = choices.one(of: [.tus, .ietf])
        let scale = choices.one(of: [2000, 40_000, 300_000])
        bytes = Content.bytes(20_000 + number, 0, 0..<choices.pick(scale))
        path = try folder.add("u\(number)", bytes)
    }

    /// Where it is uploaded to.
    var target: String { "/u\(number)" }

    /// A new upload.
    func makePart() -> Part {
        let part = Part(parts.count)
        parts.append(part)
        return part
    }

    /// The upload of this target, if there is one.
    func part(at target: String) -> Part? {
        guard target.hasPrefix(self.target + "/"), let number = Int(target.dropFirst(self.target.utf8.count + 1)),
            parts.indices.contains(number), !parts[number].isForgotten
        else { return nil }
        return parts[number]
    }

    /// Counts a whole upload as the cause of one success. False if every whole one is counted already.
    func claimWhole() -> Bool {
        guard let part = parts.first(where: { $0.isWhole && !$0.isClaimed }) else { return false }
        part.isClaimed = true
        return true
    }

    /// How an operation uploads it.
    func options(_ choices: Choices) -> ResumableUploadOptions {
        var options = ResumableUploadOptions(spoken)
        options.retry.count = choices.one(of: [5, 0, 1])
        if choices.rarely(3) { options.perRequestLimit = Int64(choices.one(of: [10_000, 700])) }
        if choices.rarely(6) { options.bytesPerSecond = choices.one(of: [200_000, 20_000]) }
        return options
    }
}
