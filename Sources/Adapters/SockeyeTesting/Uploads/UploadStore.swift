package import SockeyeIO

/// The uploads of a server, unfinished and complete.
package final class UploadStore: Sendable {
    struct Upload: Sendable {
        var path: String
        var bytes: [UInt8] = []
        var length: Int?
        var isComplete = false
        /// Counts the requests that may write; only the latest has the turn.
        var turn = 0
    }

    struct Contents: Sendable {
        var uploads: [String: Upload] = [:]
        var finished: [String: [UInt8]] = [:]
        var faults: [UploadFault]
        var count = 0
        var storedBytes = 0
        var refusals: [String] = []
    }

    private let contents: Watched<Contents>

    init(_ faults: [UploadFault]) {
        contents = Watched(Contents(faults: faults))
    }

    // MARK: For tests

    /// The complete uploads, by the path of their creation.
    package var finished: [String: [UInt8]] { contents.current.finished }
    /// The number of uploads created.
    package var count: Int { contents.current.count }
    /// The number of unfinished uploads.
    package var unfinished: Int { contents.current.uploads.values.count { !$0.isComplete } }
    /// The faults that have not occurred yet.
    package var faultsLeft: [UploadFault] { contents.current.faults }
    /// What clients did against the specifications.
    package var refusals: [String] { contents.current.refusals }

    /// Adds faults to come.
    package func add(_ faults: [UploadFault]) {
        contents.update { $0.faults += faults }
    }

    /// Forgets all uploads.
    package func clear() {
        contents.update { $0 = Contents(faults: $0.faults) }
    }

    /// Waits until `count` bytes were stored, over all uploads.
    package func waitForBytes(
        _ count: Int, on loop: EventLoop = .shared, until deadline: Deadline = .after(.seconds(30))
    ) async throws(IOError) {
        _ = try await contents.wait(on: loop, until: deadline) { $0.storedBytes >= count ? true : nil }
    }

    // MARK: For the services

    /// Takes the first fault that `match` returns a value for.
    func take<Value: Sendable>(_ match: (UploadFault) -> Value?) -> Value? {
        contents.update { contents in
            for (index, fault) in contents.faults.enumerated() {
                guard let value = match(fault) else { continue }
                contents.faults.remove(at: index)
                return value
            }
            return nil
        }
    }

    /// Takes this fault, if present.
    func take(_ fault: UploadFault) -> Bool {
        take { $0 == fault ? true : nil } ?? false
    }

    func refused(_ reason: String) {
        contents.update { $0.refusals.append(reason) }
    }

    /// Creates an upload; returns its name.
    func make(path: String, length: Int?) -> String {
        contents.update { contents in
            contents.count += 1
            let name = "u\(contents.count)"
            contents.uploads[name] = Upload(path: path, length: length)
            return name
        }
    }

    func upload(_ name: String) -> Upload? {
        contents.current.uploads[name]
    }

    func forget(_ name: String) {
        contents.update { $0.uploads[name] = nil }
    }

    /// Drops the last `count` bytes of an upload.
    func lose(_ count: Int, of name: String) {
        contents.update { contents in
            let held = contents.uploads[name]?.bytes.count ?? 0
            contents.uploads[name]?.bytes.removeLast(min(count, held))
        }
    }

    /// Takes the turn to write or look: ends an earlier request that is still writing.
    func beginTurn(_ name: String) -> Int {
        contents.update { contents in
            contents.uploads[name]?.turn += 1
            return contents.uploads[name]?.turn ?? 0
        }
    }

    /// Waits until another request has taken the turn, for at most a minute.
    func waitForEnd(ofTurn turn: Int, of name: String) async {
        _ = try? await contents.wait(on: .shared, until: .after(.seconds(60))) {
            $0.uploads[name]?.turn == turn ? nil : true
        }
    }

    /// Stores bytes if it is still this request's turn.
    func append(_ bytes: [UInt8], to name: String, turn: Int) -> Bool {
        contents.update { contents in
            guard contents.uploads[name]?.turn == turn else { return false }
            contents.uploads[name]?.bytes += bytes
            contents.storedBytes += bytes.count
            return true
        }
    }

    func complete(_ name: String) {
        contents.update { contents in
            guard let upload = contents.uploads[name] else { return }
            contents.uploads[name]?.isComplete = true
            contents.finished[upload.path] = upload.bytes
        }
    }
}
