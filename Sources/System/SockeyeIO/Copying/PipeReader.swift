internal import CSystemShims

/// Reads a file without offsets up to its end: a pipe, a terminal, a socket, a device.
///
/// What epoll(7) can watch is waited for by the event loop, so that one without a writer holds no thread. The rest is read
/// on a file thread.
package final class PipeReader: Sendable {
    private let file: File
    /// Whether a read never waits. The descriptors of other processes that share the open file don't wait either then.
    private let isOwn: Bool
    /// `nil` for what is always ready, such as a regular file.
    private let readiness: Readiness?

    /// Opens `path`.
    ///
    /// - Returns: `nil` if the task was cancelled.
    package static func open(_ path: String) async throws(FileError) -> PipeReader? {
        // Opening a pipe doesn't wait for a writer; until the first one comes, it isn't readable (fifo(7)).
        let file = try await onFileThreadUntilCancelled { () throws(FileError) in
            try File(path, [.reading, .withoutWaiting])
        }
        return try file.map { file throws(FileError) in try PipeReader(file, isOwn: true) }
    }

    /// Reads standard input, which this process may share with others.
    package static func standardInput() throws(FileError) -> PipeReader {
        try PipeReader(File(duplicating: 0, path: "-"), isOwn: false)
    }

    private init(_ file: File, isOwn: Bool) throws(FileError) {
        (self.file, self.isOwn) = (file, isOwn)
        do throws(IOError) {
            readiness = try Readiness.start(file.number, on: .current ?? .shared)
        } catch .system(_, ErrorNumber.notPermitted) {
            readiness = nil
        } catch .system(let call, let number) {
            throw FileError(call: call, path: file.path, errorNumber: number)
        } catch {
            readiness = nil
        }
    }

    deinit { readiness?.stop(file.number) }

    /// The next bytes, at most `count`; empty at the end, `nil` if the task was cancelled.
    package func next(_ count: Int) async throws(FileError) -> [UInt8]? {
        while true {
            if let readiness, sockeye_is_readable(file.number) == 0 {
                guard case .ready = await readiness.wait(for: .readable, until: .never) else { return nil }
                continue
            }
            guard readiness != nil, isOwn else {
                return try await onFileThreadUntilCancelled { [file] () throws(FileError) in try file.readNext(count) }
            }
            // Another reader may have been faster.
            if let bytes = try file.readNow(count) { return bytes }
        }
    }
}
