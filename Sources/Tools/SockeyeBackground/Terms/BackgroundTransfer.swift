/// A snapshot of a job.
public struct BackgroundTransfer: Sendable, Hashable, Identifiable {
    /// Whether it fetches or sends.
    @nonexhaustive
    public enum Kind: String, Sendable, Hashable {
        /// It fetches a file.
        case download
        /// It sends a file.
        case upload
    }

    /// The job's state.
    ///
    /// ```
    ///                    ┌──── resume ─────┐
    ///   queued ⇄ running │→ paused ────────┤
    ///     ▲        ├─────┴→ cancelled ─────┤
    ///     │        ├──────→ failed(cause) ─┘
    ///     └────────┴──────→ done
    /// ```
    @nonexhaustive
    public enum State: Sendable, Hashable {
        /// Waiting for its turn or for a worker.
        case queued
        /// A worker is transferring it.
        case running
        /// Waiting for ``BackgroundTransfers/resume(_:)``. Bytes already fetched are kept.
        case paused
        /// The file is complete, or the server has accepted it.
        case done
        /// It failed; with the cause.
        case failed(String)
        /// Cancelled by ``BackgroundTransfers/cancel(_:)``. Bytes already fetched are kept.
        case cancelled

        /// Whether the job needs no more work.
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

    /// The job's unique identifier, assigned when it was added.
    public let id: String
    /// Whether it fetches or sends.
    public var kind: Kind
    /// The URL, without user and password.
    public var url: String
    /// The path of the file.
    public var path: String
    /// The caller's name for it.
    public var label: String?
    /// The job's state.
    public var state: State
    /// Bytes fetched or sent so far.
    public var byteCount: Int64 = 0
    /// The total length; `nil` while unknown.
    public var total: Int64?
    /// The transfer rate while it runs, averaged over the last few seconds.
    public var bytesPerSecond: Double = 0
    /// The status of the last response, if it decided the outcome.
    public var status: Int?

    /// The progress from 0 to 1; `nil` while the total is unknown.
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

/// A folder's jobs, and whether a worker is running.
public struct BackgroundStatus: Sendable, Hashable {
    /// The jobs, in the order they were added.
    public var transfers: [BackgroundTransfer]
    /// Whether a worker is running.
    public var isWorking: Bool

    /// Whether no job is queued or running. Paused jobs wait for the caller.
    public var isIdle: Bool { !transfers.contains { $0.state == .queued || $0.state == .running } }

    /// The job with this identifier.
    public subscript(id: String) -> BackgroundTransfer? { transfers.first { $0.id == id } }
}
