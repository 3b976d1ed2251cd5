public import SockeyeIO

/// Why a background queue can't be used. The failure of a single transfer is in its ``BackgroundTransfer/State``.
@nonexhaustive
public enum BackgroundError: Error, Sendable, Equatable {
    /// A file operation failed.
    case file(FileError)
    /// Another user could read or change the folder's files; with the reason.
    case notOurs(path: String, reason: String)
    /// There is no queue in the folder.
    case noQueue(path: String)
    /// A newer version wrote the journal.
    case newer(path: String)
    /// A line of the journal is damaged, or a newer version wrote it; with its number.
    case unreadable(path: String, line: Int)
    /// The journal has reached its maximum length.
    case full(path: String)
    /// Another process kept the journal locked.
    case busy(path: String)
    /// No job has this identifier.
    case unknown(String)
    /// A job's URL, path or field is invalid; with the reason.
    case invalid(String)
    /// The worker couldn't be started, or the socket couldn't be opened.
    case io(IOError)
    /// The worker exited immediately; with the end of its log.
    case workerEnded(String)
    /// The program was started as a worker but didn't behave as one, and was killed; with its path.
    case noWorker(String)
    /// The program was called as a worker, but ``BackgroundTransfers/runIfWorker(configuration:)`` wasn't called first.
    case calledAsWorker
    /// The task was cancelled.
    case cancelled
}

extension BackgroundError: CustomStringConvertible {
    /// One line: the error, and what to do.
    public var description: String {
        switch self {
        case .file(let error): error.description
        case .notOurs(let path, let reason): "\(path) \(reason); choose a folder that only you can write to"
        case .noQueue(let path): "there is no queue in \(path); no job was ever added there"
        case .newer(let path): "\(path) was written by a newer version; use that version, or another folder"
        case .unreadable(let path, let line):
            "line \(line) of \(path) is damaged or from a newer version; remove the line, use the newer version, or use another folder"
        case .full(let path): "\(path) is full; let jobs finish and remove them, or use another folder"
        case .busy(let path): "\(path) is locked by another process; try again"
        case .unknown(let id): "there is no job \(id)"
        case .invalid(let reason): reason
        case .io(let error): error.description
        case .workerEnded(let log): "the worker exited immediately" + (log.isEmpty ? "" : ": \(log)")
        case .noWorker(let program):
            "\(program) was started as a worker but didn't act as one, and was killed; does its main call "
                + "BackgroundTransfers.runIfWorker() first?"
        case .calledAsWorker:
            "this program was started as a worker but runs normally; call BackgroundTransfers.runIfWorker() first in main"
        case .cancelled: "cancelled"
        }
    }

    /// Whether a retry may succeed: disks get space again, and locks are released.
    var isTransient: Bool {
        switch self {
        case .file, .full, .busy: true
        default: false
        }
    }

    /// Makes a call on a file; its error becomes `.file`.
    static func wrapping<Value>(_ call: @autoclosure () throws(FileError) -> Value) throws(BackgroundError) -> Value {
        try wrapping { () throws(FileError) in try call() }
    }

    /// Makes several calls.
    static func wrapping<Value>(_ work: () throws(FileError) -> Value) throws(BackgroundError) -> Value {
        do throws(FileError) {
            return try work()
        } catch {
            throw .file(error)
        }
    }
}
