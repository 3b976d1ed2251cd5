internal import SockeyeParsers

/// One event of the journal.
enum JournalEvent: Sendable, Hashable {
    /// A job was added.
    case added(String, BackgroundJob)
    /// A worker began the job; `was` identifies the file at its path then (`FileMark.text`).
    case begun(String, was: String)
    /// The job is done.
    case done(String, bytes: Int64, status: Int?)
    /// The job failed for good.
    case failed(String, cause: String, status: Int?)
    /// The caller gave a command.
    case told(String, Command)
    /// The concurrency limits changed.
    case limits(BackgroundLimits)

    var addsJob: Bool {
        if case .added = self { true } else { false }
    }

    /// A caller's command to a job.
    enum Command: String, Sendable, CaseIterable {
        case cancel, pause, resume, remove
    }

    /// The job's identifier, if the event concerns one.
    var id: String? {
        switch self {
        case .added(let id, _), .begun(let id, _), .done(let id, _, _), .failed(let id, _, _), .told(let id, _): id
        case .limits: nil
        }
    }
}

/// A line of the journal.
///
/// Each line is one JSON object. A line that a crash cut off is skipped: only synced lines count. Any other that isn't understood is
/// damaged or from a newer version, and stops all work: it might say that a job is over.
enum JournalLine: Sendable, Hashable {
    case event(JournalEvent)
    /// The first line, with the version.
    case version(Int)
    /// The beginning of a line, as a crash leaves it.
    case cut
    /// Damaged, or of a newer version.
    case unknown

    /// The format's current version.
    static let version = 1
    private static let versionName = "sockeye-background"

    /// The first line of a journal.
    static var header: [UInt8] { line { $0[versionName] = .number(JSONNumber(version)) } }

    /// An event's line, with its line feed.
    static func bytes(of event: JournalEvent) -> [UInt8] {
        line { object in
            switch event {
            case .added(let id, let job):
                object["e"] = "add"
                object["id"] = .string(id)
                job.write(to: &object)
            case .begun(let id, let was):
                object["e"] = "begin"
                object["id"] = .string(id)
                object["was"] = .string(was)
            case .done(let id, let bytes, let status):
                object["e"] = "done"
                object["id"] = .string(id)
                object["bytes"] = .number(JSONNumber(bytes))
                object["status"] = status.map { .number(JSONNumber($0)) }
            case .failed(let id, let cause, let status):
                object["e"] = "fail"
                object["id"] = .string(id)
                object["cause"] = .string(cause)
                object["status"] = status.map { .number(JSONNumber($0)) }
            case .told(let id, let command):
                object["e"] = .string(command.rawValue)
                object["id"] = .string(id)
            case .limits(let limits):
                object["e"] = "limits"
                object["jobs"] = .number(JSONNumber(limits.jobs))
                object["per-host"] = .number(JSONNumber(limits.jobsPerHost))
            }
        }
    }

    private static func line(_ fill: (inout JSONObject) -> Void) -> [UInt8] {
        var object = JSONObject()
        fill(&object)
        let brace = UInt8(ascii: "}")
        // Escaped in strings, so that only a whole line ends with one.
        let parts = JSONValue.object(object).bytes().dropLast().split(
            separator: brace, omittingEmptySubsequences: false)
        return Array(parts.joined(separator: Array("\\u007D".utf8))) + [brace, UInt8(ascii: "\n")]
    }

    /// Parses a line without its line feed.
    init(_ bytes: some Collection<UInt8>) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            self = Self.isCut(bytes, error) ? .cut : .unknown
            return
        }
        let object = value.object ?? JSONObject()
        if let version = object[Self.versionName] {
            self = version.int.map { .version($0) } ?? .unknown
        } else {
            self = object["e"]?.string.flatMap { Self.event($0, object) }.map { .event($0) } ?? .unknown
        }
    }

    /// Whether a crash can have left this of a line: its beginning, and zeros where the file had grown already.
    private static func isCut(_ bytes: some Collection<UInt8>, _ error: JSONError) -> Bool {
        let line = Array(bytes)
        let start = line.prefix((line.lastIndex { $0 != 0 } ?? -1) + 1)
        guard let last = start.last else { return true }
        // A whole line has one brace that closes, at its end.
        guard start.first == UInt8(ascii: "{"), last != UInt8(ascii: "}") else { return false }
        if start.count == line.count, case .unexpectedEnd = error.reason { return true }
        // Within a character, or behind it zeros: what stands there is right up to the end.
        return error.position.offset + 4 > start.count
    }

    private static func event(_ name: String, _ object: JSONObject) -> JournalEvent? {
        if name == "limits" {
            guard let jobs = object["jobs"]?.int, let perHost = object["per-host"]?.int else { return nil }
            return .limits(BackgroundLimits(jobs: jobs, jobsPerHost: perHost))
        }
        guard let id = object["id"]?.string, !id.isEmpty else { return nil }
        if let command = JournalEvent.Command(rawValue: name) { return .told(id, command) }
        let status = object["status"]?.int
        switch name {
        case "add": return BackgroundJob(object).map { .added(id, $0) }
        case "begin": return .begun(id, was: object["was"]?.string ?? "")
        case "done":
            guard let bytes = object["bytes"]?.number?.integer(as: Int64.self), bytes >= 0 else { return nil }
            return .done(id, bytes: bytes, status: status)
        case "fail": return .failed(id, cause: object["cause"]?.string ?? "", status: status)
        default: return nil
        }
    }
}
