/// A job as it is now.
public struct BackgroundTransfer: Sendable, Hashable, Identifiable {
    /// Whether it fetches or sends.
    public enum Kind: String, Sendable, Hashable {
        /// It fetches a file.
        case download
        /// It sends a file.
        case upload
    }

    /// Where it stands.
    ///
    /// ```
    ///                    ┌──── resume ─────┐
    ///   queued ⇄ running │→ paused ────────┤
    ///     ▲        ├─────┴→ cancelled ─────┤
    ///     │        ├──────→ failed(cause) ─┘
    ///     └────────┴──────→ done
    /// ```
    public enum State: Sendable, Hashable {
        /// It waits: for its turn, or for a worker.
        case queued
        /// A worker is at it.
        case running
        /// It waits for ``BackgroundTransfers/resume(_:)``. What was fetched is kept.
        case paused
        /// The file is complete, or the server has taken it.
        case done
        /// It was given up, with the cause.
        case failed(String)
        /// ``BackgroundTransfers/cancel(_:)`` ended it. What was fetched is kept.
        case cancelled

        /// Whether a worker has nothing more to do for it.
        public var isOver: Bool {
            switch self {
            case .queued, .running, .paused: false
            case .done, .failed, .cancelled: true
            }
        }

        /// Its name: `queued`, `running`, `paused`, `done`, `failed`, `cancelled`.
        public var name: String {
            switch self {
            case .queued: "queued"
            case .running: "running"
            case .paused: "paused"
            case .done: "done"
            case .failed: "failed"
            case .cancelled: "cancelled"
            }
        }
    }

    /// The identifier that the job got when it was handed over; no two jobs have the same.
    public let id: String
    /// Whether it fetches or sends.
    public var kind: Kind
    /// The URL, without user and password.
    public var url: String
    /// The path of the file.
    public var path: String
    /// The caller's name for it.
    public var label: String?
    /// Where it stands.
    public var state: State
    /// Bytes that are there, or sent.
    public var byteCount: Int64 = 0
    /// The length of the whole; `nil` while unknown.
    public var total: Int64?
    /// Bytes per second while it runs, over the last few seconds.
    public var bytesPerSecond: Double = 0
    /// The status of the last response, if it decided the end.
    public var status: Int?

    /// The share that is there, from 0 to 1; `nil` while the total is unknown.
    public var fraction: Double? {
        guard let total, total > 0 else { return nil }
        return min(1, max(0, Double(byteCount) / Double(total)))
    }
}

extension BackgroundTransfer.State: CustomStringConvertible {
    /// The name, with the cause of a failure.
    public var description: String {
        if case .failed(let cause) = self { "failed: \(cause)" } else { name }
    }
}

/// A folder's jobs, and whether a worker is at them.
public struct BackgroundStatus: Sendable, Hashable {
    /// The jobs, in the order they were handed over.
    public var transfers: [BackgroundTransfer]
    /// Whether a worker has the folder.
    public var isWorking: Bool

    /// Whether no job is queued or running. Paused ones wait for the caller.
    public var isIdle: Bool { !transfers.contains { $0.state == .queued || $0.state == .running } }

    /// The job of this identifier.
    public subscript(id: String) -> BackgroundTransfer? { transfers.first { $0.id == id } }
}
