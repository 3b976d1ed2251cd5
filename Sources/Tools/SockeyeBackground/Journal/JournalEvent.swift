internal import SockeyeParsers

/// What happened to a job, as a line of the journal says it.
enum JournalEvent: Sendable, Hashable {
    /// It was handed over.
    case added(String, BackgroundJob)
    /// A worker began it; for a download with what was at its path: `FileMark.text`.
    case begun(String, was: String)
    /// It is done: so many bytes, with the server's status.
    case done(String, bytes: Int64, status: Int?)
    /// It was given up.
    case failed(String, cause: String, status: Int?)
    /// The caller said so.
    case told(String, Command)
    /// How many jobs run at once, in all and per host.
    case limits(BackgroundLimits)

    /// Whether there is a job more.
    var addsJob: Bool {
        if case .added = self { true } else { false }
    }

    /// What a caller asks for a job.
    enum Command: String, Sendable, CaseIterable {
        case cancel, pause, resume, remove
    }

    /// The job it is about, if any.
    var id: String? {
        switch self {
        case .added(let id, _), .begun(let id, _), .done(let id, _, _), .failed(let id, _, _), .told(let id, _): id
        case .limits: nil
        }
    }
}

/// A line of the journal.
///
/// JSON objects, one a line. A line that a crash cut off is no JSON, and is skipped: only what was synced was promised. A line
/// that is JSON but not understood, as a whole or in a part, is damaged or of a newer version, and nothing may be done then: it
/// might say that a job is over.
enum JournalLine: Sendable, Hashable {
    case event(JournalEvent)
    /// The first line, with the version.
    case version(Int)
    /// No JSON.
    case damaged
    case unknown

    /// The version that is written and read.
    static let version = 1
    private static let versionName = "sockeye-background"

    /// The first line of a journal.
    static var header: [UInt8] { line { $0[versionName] = .number(JSONNumber(version)) } }

    /// The line of an event, with its end.
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
        return JSONValue.object(object).bytes() + [UInt8(ascii: "\n")]
    }

    /// Parses a line without its end.
    init(_ bytes: some Collection<UInt8>) {
        guard let value = try? JSONValue(parsing: bytes) else {
            self = .damaged
            return
        }
        guard let object = value.object else {
            self = .unknown
            return
        }
        if let version = object[Self.versionName] {
            self = version.int.map { .version($0) } ?? .unknown
            return
        }
        guard let name = object["e"]?.string else {
            self = .unknown
            return
        }
        let known = ["add", "begin", "done", "fail", "limits"] + JournalEvent.Command.allCases.map(\.rawValue)
        if !known.contains(name) {
            self = .unknown
            return
        }
        self = Self.event(name, object).map { .event($0) } ?? .unknown
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
        default: return .failed(id, cause: object["cause"]?.string ?? "", status: status)
        }
    }
}
