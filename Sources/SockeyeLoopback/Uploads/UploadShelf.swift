public import SockeyeIO

/// What an upload server holds: uploads that are not complete, and those that are.
public final class UploadShelf: Sendable {
    struct Upload: Sendable {
        var path: String
        var bytes: [UInt8] = []
        var length: Int?
        var isComplete = false
        /// Counts the requests that may write; whoever is not the last has lost its turn.
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

    /// The complete uploads, by the path that they were asked for at.
    public var finished: [String: [UInt8]] { contents.current.finished }
    /// How many uploads were begun.
    public var count: Int { contents.current.count }
    /// How many are there that are not complete.
    public var unfinished: Int { contents.current.uploads.values.count { !$0.isComplete } }
    /// The faults that have not happened.
    public var faultsLeft: [UploadFault] { contents.current.faults }
    /// What clients did that the documents forbid.
    public var refusals: [String] { contents.current.refusals }

    /// Adds faults to come.
    public func add(_ faults: [UploadFault]) {
        contents.update { $0.faults += faults }
    }

    /// Waits until so many bytes were kept, of all uploads together.
    public func waitForBytes(
        _ count: Int, on loop: EventLoop = .shared, until deadline: Deadline = .after(.seconds(30))
    ) async throws(IOError) {
        _ = try await contents.wait(on: loop, until: deadline) { $0.storedBytes >= count ? true : nil }
    }

    // MARK: For the services

    /// Takes the first fault that `match` makes something of.
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

    /// Takes this fault if it waits.
    func take(_ fault: UploadFault) -> Bool {
        take { $0 == fault ? true : nil } ?? false
    }

    func refused(_ reason: String) {
        contents.update { $0.refusals.append(reason) }
    }

    /// Makes an upload; gives its name.
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

    /// Applies the faults that happen to an upload while nobody looks.
    func lose(_ count: Int, of name: String) {
        contents.update { contents in
            let held = contents.uploads[name]?.bytes.count ?? 0
            contents.uploads[name]?.bytes.removeLast(min(count, held))
        }
    }

    /// Takes the turn to write or to look: an earlier request that still writes is over.
    func beginTurn(_ name: String) -> Int {
        contents.update { contents in
            contents.uploads[name]?.turn += 1
            return contents.uploads[name]?.turn ?? 0
        }
    }

    /// Keeps bytes if it is still this one's turn.
    func append(_ bytes: [UInt8], to name: String, turn: Int) -> Bool {
        contents.update { contents in
            guard contents.uploads[name]?.turn == turn else { return false }
            contents.uploads[name]?.bytes += bytes
            contents.storedBytes += bytes.count
            return true
        }
    }

    func setLength(_ length: Int, of name: String) {
        contents.update { $0.uploads[name]?.length = length }
    }

    func complete(_ name: String) {
        contents.update { contents in
            guard let upload = contents.uploads[name] else { return }
            contents.uploads[name]?.isComplete = true
            contents.finished[upload.path] = upload.bytes
        }
    }
}
