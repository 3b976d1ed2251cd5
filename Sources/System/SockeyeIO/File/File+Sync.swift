internal import CSystemShims
internal import Synchronization

/// Getting a file to the disk.
///
/// What the kernel fails to write is lost, and it says so once for each open file: the next sync succeeds, and the bytes are
/// still read back until their pages are dropped. So a file whose sync has failed once is never synced with success again.
extension File {
    /// Whether a sync failed: any byte written since the one before may be lost.
    package var hasLostBytes: Bool { loss.withLock { $0 != nil } }

    /// Waits until everything is on disk; for a folder, its names (`fsync(2)`).
    ///
    /// - Parameter dataOnly: whether only the data has to be, and the metadata needed to read it (`fdatasync(2)`).
    package func sync(dataOnly: Bool) throws(FileError) {
        if dataOnly {
            try unlessLost("fdatasync") { sockeye_sync_data(number) }
        } else {
            try unlessLost("fsync") { sockeye_sync(number) }
        }
    }

    /// Makes the call unless one failed before, and notes whether it fails.
    private func unlessLost(_ call: StaticString, _ result: () -> Int32) throws(FileError) {
        if let known = loss.withLock({ $0 }) { throw known }
        do throws(FileError) {
            _ = try check(call, result())
        } catch {
            loss.withLock { $0 = error }
            throw error
        }
    }

    /// Writes the pages of `range` to the disk and waits for them (`sync_file_range(2)`). It makes nothing durable, and is a
    /// no-op where the system can't.
    ///
    /// The call takes what the kernel says once, so it has its own descriptor: a `sync` at the same time hears of a lost
    /// byte too.
    package func writeBack(_ range: Range<Int64>) throws(FileError) {
        guard let own = try? File("/proc/self/fd/\(number)", .reading) else { return }
        let result = sockeye_write_back(own.number, range.lowerBound, range.upperBound - range.lowerBound)
        if Self.saysBytesAreLost(result) { try unlessLost("sync_file_range") { result } }
    }

    /// Whether it was more than a call that the file or the system doesn't know.
    private static func saysBytesAreLost(_ result: Int32) -> Bool {
        result < 0 && -result != ErrorNumber.notSeekable && !ErrorNumber.unsupported.contains(-result)
    }

    /// Waits until files of one file system are on disk, with a single wait (`syncfs(2)`). It is for everything that was
    /// written there, by other programs too.
    ///
    /// - Returns: for each file, what failed to get there since it was opened; `nil` if each has to be synced by itself.
    static func syncTogether(_ files: [File]) -> [FileError?]? {
        guard let first = files.first, sockeye_sync_file_system(first.number) >= 0 else { return nil }
        return files.map { file in
            do throws(FileError) {
                // Nothing is left to write. What the kernel failed to write, then or before, it says once for each descriptor.
                try file.unlessLost("sync_file_range") { sockeye_write_back(file.number, 0, 0) }
                return nil
            } catch {
                return error
            }
        }
    }
}
