internal import SockeyeIO

/// The recorded external input of a client, read from a file or from memory.
///
/// ```swift
/// import Sockeye
/// import SockeyeRecording
///
/// let client = HTTPClient(replaying: try Recording(contentsOf: "bug.recording"))
/// let reply = try await client.get("http://example.com/")       // without a network
/// ```
public struct Recording: Sendable {
    /// The version of the format that this library reads and writes.
    package static let version = 1

    static let magic = "sockeye recording "

    /// The maximum size of a file.
    private static let byteLimit = 1 << 30
    /// The year 2200 in microseconds since 1970, so that it and the longest run fit into 64 bits in nanoseconds.
    private static let lastMoment: Int64 = 7_258_118_400_000_000
    /// Ten years, longer than any run.
    private static let longestTime: UInt64 = 315_576_000_000_000
    /// More connections than a recording of that size can have.
    private static let connectionLimit = 1_000_000

    /// The entries, in the order in which they happened; the first is `start`.
    package let entries: [RecordingEntry]
    /// Whether the recording is truncated: the process was killed, or the disk was full.
    public let isCut: Bool

    /// Reads a recording.
    ///
    /// - Throws: `RecordingError` with the line and the offset. Only the last line may be truncated.
    public init(_ bytes: [UInt8]) throws(RecordingError) {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
        guard let first = lines.popFirst(), first.starts(with: Self.magic.utf8) else {
            throw RecordingError("it doesn't start with '\(Self.magic)\(Self.version)'")
        }
        let version = String(decoding: first.dropFirst(Self.magic.utf8.count), as: UTF8.self)
        guard version == "\(Self.version)" else {
            throw RecordingError(
                "its version is '\(version.prefix(20))', only \(Self.version) is supported; use the newer version that wrote it",
                line: 1, offset: Self.magic.utf8.count)
        }
        // After the last line feed comes an incomplete line.
        let isWhole = lines.last?.isEmpty == true
        lines = lines.dropLast()
        var entries: [RecordingEntry] = []
        var opened = Set<Int>()
        for (index, line) in lines.enumerated() {
            let number = index + 2
            var parser = RecordingLineParser(line, number: number)
            let entry = try parser.entry()
            if let last = entries.last {
                if last.time > entry.time { throw RecordingError("its time is before the previous one", line: number) }
                if last.kind == .end { throw RecordingError("an entry after the end", line: number) }
            }
            if entry.time > Self.longestTime { throw RecordingError("its time is too large", line: number) }
            if entry.kind == .start, !(0...Self.lastMoment).contains(entry.number("wall") ?? -1) {
                throw RecordingError("'wall' is not before the year 2200", line: number)
            }
            if (entry.kind == .start) != entries.isEmpty {
                throw RecordingError("'start' must come first, and only once", line: number)
            }
            if let connection = entry.connection {
                guard entry.kind == .open ? opened.insert(connection).inserted : opened.contains(connection) else {
                    let reason = entry.kind == .open ? "was already opened" : "wasn't opened"
                    throw RecordingError("connection c\(connection) \(reason)", line: number)
                }
                if opened.count > Self.connectionLimit { throw RecordingError("too many connections", line: number) }
            }
            entries.append(entry)
        }
        if entries.isEmpty { throw RecordingError("it has no entries", line: 2) }
        self.entries = entries
        isCut = !isWhole || entries.last?.kind != .end
    }

    /// Reads the file at `path`, of at most 1 GiB.
    public init(contentsOf path: String) throws(RecordingError) {
        var bytes: [UInt8] = []
        do throws(FileError) {
            // Without using the file's size, which a pipe doesn't have.
            let file = try File(path, .reading)
            while bytes.count <= Self.byteLimit {
                let piece = try file.readNext(1 << 20)
                if piece.isEmpty { break }
                bytes += piece
            }
        } catch {
            throw RecordingError("\(error)")
        }
        if bytes.count > Self.byteLimit { throw RecordingError("\(path) is larger than \(Self.byteLimit) bytes") }
        try self.init(bytes)
    }

    /// When the recording began, in microseconds since 1970.
    package var wallTime: Int64 { max(0, entries.first?.number("wall") ?? 0) }

    /// Whether the recording has secrets unmasked; otherwise `x` replaces each of their characters.
    package var hasSecrets: Bool { entries.first?.text("secrets") == "kept" }

    /// The arguments of the command line; empty if a library made the recording.
    public var arguments: [[UInt8]] { entries.filter { $0.kind == .argument }.compactMap { $0.bytes("bytes") } }
}

extension Recording {
    private init(entries: [RecordingEntry], isCut: Bool) {
        (self.entries, self.isCut) = (entries, isCut)
    }

    /// The same recording with an entry for each received byte.
    package func byteByByte() -> Recording {
        let split = entries.flatMap { entry -> [RecordingEntry] in
            guard entry.kind == .received, let bytes = entry.bytes("bytes"), bytes.count > 1 else { return [entry] }
            return bytes.map { byte in
                var one = entry
                one.values = [RecordingEntry.Value("bytes", [byte])]
                return one
            }
        }
        return Recording(entries: split, isCut: isCut)
    }
}
