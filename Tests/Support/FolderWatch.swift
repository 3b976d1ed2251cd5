internal import Glibc

/// What changes in a folder and in the folders in it (`inotify(7)`), from its creation on: a test that makes it first misses
/// nothing of what a program does that it then starts.
public final class FolderWatch: Sendable {
    /// Files that come, go, are written to, and are closed after that.
    public static let changes = UInt32(
        IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE)
    /// Files that were open to be written to.
    public static let closings = UInt32(IN_CLOSE_WRITE)
    /// Files that are opened.
    public static let openings = UInt32(IN_OPEN)

    private let path: String
    private let events: UInt32
    private let descriptor: Int32

    /// Begins to watch the folder of this path.
    public init(_ path: String, for events: UInt32 = FolderWatch.changes) throws {
        (self.path, self.events) = (path, events)
        descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        guard descriptor >= 0 else { throw ProgramFailure(call: "inotify_init1", errorNumber: errno) }
        watch(path)
    }

    deinit {
        close(descriptor)
    }

    /// Waits until `condition` holds, which is asked at once and after each change.
    ///
    /// - Parameters:
    ///   - program: its end ends the wait too.
    ///   - condition: is given the number of changes so far.
    /// - Throws: `DidNotHappen` after so many seconds; what the condition throws.
    public func wait(
        seconds: Int = 30, orEndOf program: Program? = nil,
        until condition: @escaping @Sendable (_ changes: Int) throws -> Bool
    ) async throws {
        try await onThread { [self] in
            Result {
                let end = ContinuousClock.now.advanced(by: .seconds(seconds))
                let process = program.map { endDescriptor(of: $0.identifier) } ?? -1
                defer { if process >= 0 { close(process) } }
                var changes = 0
                while try !condition(changes), program?.isRunning != false {
                    guard isReadable([descriptor, process], until: end) else { throw DidNotHappen() }
                    changes += takeChanges()
                }
            }
        }.get()
    }

    private func watch(_ folder: String) {
        // A folder that is gone again has nothing to watch.
        guard inotify_add_watch(descriptor, folder, events | UInt32(IN_CREATE | IN_MOVED_TO | IN_ONLYDIR)) >= 0
        else { return }
        for entry in (try? TemporaryFolder.entries(of: folder)) ?? [] where entry.kind == DT_DIR {
            watch("\(folder)/\(entry.name)")
        }
    }

    /// Reads what there is, and returns how many events it was.
    private func takeChanges() -> Int {
        var (buffer, count, hasNewFolder) = ([UInt8](repeating: 0, count: 16_384), 0, false)
        let length = read(descriptor, &buffer, buffer.count)
        var offset = 0
        // struct inotify_event: wd, mask, cookie and the length of the name, which follows.
        while offset + 16 <= length {
            let (mask, nameLength) = buffer.withUnsafeBytes {
                // SAFETY: the loop's condition leaves sixteen bytes from the offset on.
                (
                    $0.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
                    $0.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self)
                )
            }
            hasNewFolder = hasNewFolder || mask & UInt32(IN_ISDIR) != 0
            // New folders are told whatever is watched for.
            if mask & events != 0 { count += 1 }
            offset += 16 + Int(nameLength)
        }
        if hasNewFolder { watch(path) }
        return count
    }
}

extension TemporaryFolder {
    /// Waits until `condition` holds, which is asked at once and whenever something in the folder changes.
    ///
    /// - Throws: `DidNotHappen` after so many seconds; what the condition throws.
    public func wait(seconds: Int = 30, until condition: @escaping @Sendable () throws -> Bool) async throws {
        try await FolderWatch(path).wait(seconds: seconds) { _ in try condition() }
    }

    /// Waits until the file has exactly these bytes.
    public func wait(for name: String, toBe bytes: [UInt8]) async throws {
        try await wait { (try? self.read(name)) == bytes }
    }
}
