internal import SockeyeBytes

/// A line of a shard's journal: what became of a file.
///
/// ```
/// done 0123456789abcdef 1048576              the file's hash and its length
/// fail 0123456789abcdef 22 http://h/a        the hash, the exit code, and the URL for readers
/// ```
/// Other lines are skipped. One that a crash cut off within its number counts: the file is complete, or is tried again.
package enum ListRecord: Sendable, Hashable {
    /// The file is complete.
    case done(file: UInt64, bytes: Int64)
    /// It failed, with this exit code.
    case failed(file: UInt64, code: Int32)

    /// The hash by which a file is known: of its URL and its name. Any machine computes the same one.
    package static func hash(url: String, path: String) -> UInt64 {
        FileHashes.hash(url: url, path: path)
    }

    /// The record of a line without its end; `nil` if it isn't one.
    package init?(line: some Collection<UInt8>) {
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
        guard words.count >= 3, words[1].count == 16,
            let file = UInt64(String(decoding: words[1], as: UTF8.self), radix: 16),
            let number = Int64(String(decoding: words[2], as: UTF8.self)), number >= 0
        else { return nil }
        if words[0].elementsEqual("done".utf8), words.count == 3 {
            self = .done(file: file, bytes: number)
        } else if words[0].elementsEqual("fail".utf8), let code = Int32(exactly: number) {
            self = .failed(file: file, code: code)
        } else {
            return nil
        }
    }

    /// The line, with its end. `url` is written to that of a failure, without user name and password.
    package func line(url: String) -> [UInt8] {
        switch self {
        case .done(let file, let bytes): return Array("done \(ASCII.padded(file, to: 16, radix: 16)) \(bytes)\n".utf8)
        case .failed(let file, let code):
            let shown = DownloadJournal.Item(url: url, path: "").withoutCredentials.url.utf8
            // The line ends where a control character would end it.
            return Array("fail \(ASCII.padded(file, to: 16, radix: 16)) \(code) ".utf8) + shown.prefix { $0 >= 0x20 }
                + Array("\n".utf8)
        }
    }
}

/// What the journals of a list say, in 16 bytes a complete file, or 8 without its length. Of two
/// entries for one, either counts.
package struct ListLedger: Sendable {
    /// What became of a file.
    package enum State: Sendable, Hashable {
        /// No journal says that it is over.
        case waiting
        /// It is complete, and has this length.
        case done(bytes: Int64)
        /// It failed, with this exit code.
        case failed(code: Int32)
    }

    private var done: FileHashes
    private var failed: [UInt64: Int32] = [:]

    /// An empty ledger.
    ///
    /// - Parameter keepsLengths: whether ``State/done(bytes:)`` tells the length; else it is 0.
    package init(keepsLengths: Bool = true) { done = FileHashes(keepsLengths: keepsLengths) }

    /// Reserves room for this many more complete files.
    package mutating func reserve(_ count: Int) { done.reserve(count) }

    /// Enters a record. A failure counts until the file is complete.
    package mutating func add(_ record: ListRecord) {
        switch record {
        case .done(let file, let bytes):
            done.add(file, length: bytes)
            failed[file] = nil
        case .failed(let file, let code): failed[file] = code
        }
    }

    /// Sorts the entries: needed once before ``state(of:)``.
    package mutating func sort() { done.sort() }

    /// What became of the file.
    package func state(of file: UInt64) -> State {
        if let code = failed[file] { return .failed(code: code) }
        return done.length(of: file).map(State.done) ?? .waiting
    }
}

/// Sums over the lines of a list.
package struct ListSum: Sendable, Hashable {
    /// Complete files.
    package private(set) var done = 0
    /// Their bytes.
    package private(set) var bytes: Int64 = 0
    /// Failed ones by exit code.
    package private(set) var failed: [Int32: Int] = [:]
    /// Those that no run has ended yet.
    package private(set) var waiting = 0

    /// The sum of nothing.
    package init() {}

    /// Counts a line.
    package mutating func add(_ state: ListLedger.State) {
        switch state {
        case .waiting: waiting += 1
        case .done(let length):
            done += 1
            bytes = bytes.addingReportingOverflow(length).overflow ? .max : bytes + length
        case .failed(let code): failed[code, default: 0] += 1
        }
    }

    /// How many failed.
    package var failedCount: Int { failed.values.reduce(0, +) }
    /// All lines.
    package var total: Int { done + failedCount + waiting }
}
