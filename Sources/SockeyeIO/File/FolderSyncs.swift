internal import Synchronization

/// Syncs of folders, joined: whoever asks while one is under way shares the next one with all others who do.
///
/// A folder's sync makes every name in it durable that was there when it began. Of many small files that are completed
/// at once, each would else wait for a sync of its own.
package final class FolderSyncs: Sendable {
    private typealias Waiter = UnsafeContinuation<Result<Void, FileError>, Never>

    package static let shared = FolderSyncs()

    /// Those who wait for the next sync of a folder; a folder is here as long as one is under way.
    private let waiting = Mutex<[String: [Waiter]]>([:])

    /// Waits until the names in the folder of `path` are on the disk.
    package func sync(folderOf path: String) async throws(FileError) {
        let folder = FileNames.folder(of: path)
        // SAFETY: the continuation is kept in one list, which is resumed as a whole exactly once.
        let result: Result<Void, FileError> = await withUnsafeContinuation { waiter in
            let mustStart = waiting.withLock { waiting in
                let isUnderWay = waiting[folder] != nil
                waiting[folder, default: []].append(waiter)
                return !isUnderWay
            }
            if mustStart { BlockingThreads.shared.run { self.work(folder, path) } }
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
