internal import Synchronization

/// Coalesces syncs of folders: callers that arrive during a sync share the next one.
///
/// Syncing a folder makes every name durable that was in it when the sync began. Otherwise each of many small files
/// that complete at once would wait for its own sync.
final class FolderSyncs: Sendable {
    private typealias Waiter = UnsafeContinuation<Result<Void, FileError>, Never>

    fileprivate static let shared = FolderSyncs()

    /// Waiters for the next sync of each folder; a folder has an entry while a sync is under way.
    private let waiting = Mutex<[String: [Waiter]]>([:])

    fileprivate func sync(folderOf path: String) async throws(FileError) {
        let folder = FileNames.folder(of: path)
        // SAFETY: the continuation is in one list only, which is taken out of `waiting` and resumed as a whole exactly
        // once.
        let result: Result<Void, FileError> = await withUnsafeContinuation { waiter in
            let mustStart = waiting.withLock { waiting in
                let isUnderWay = waiting[folder] != nil
                waiting[folder, default: []].append(waiter)
                return !isUnderWay
            }
            if mustStart { BlockingThreads.run { self.work(folder, path) } }
        }
        try result.get()
    }

    private func work(_ folder: String, _ path: String) {
        while true {
            let waiters = waiting.withLock { waiting in
                let waiters = waiting[folder] ?? []
                waiting[folder] = waiters.isEmpty ? nil : []
                return waiters
            }
            if waiters.isEmpty { return }
            let result: Result<Void, FileError>
            do throws(FileError) {
                result = .success(try FileNames.syncFolder(of: path))
            } catch {
                result = .failure(error)
            }
            for waiter in waiters { waiter.resume(returning: result) }
        }
    }
}

extension FileNames {
    /// Waits until the names in the folder of `path` are on disk; callers at once share a sync.
    package static func syncFolderTogether(of path: String) async throws(FileError) {
        try await FolderSyncs.shared.sync(folderOf: path)
    }
}
