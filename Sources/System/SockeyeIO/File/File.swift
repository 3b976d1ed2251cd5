internal import CSystemShims
internal import Synchronization

/// An open file, read and written at offsets, by any number of tasks at once (`pread(2)`, `pwrite(2)`).
///
/// The descriptor is closed with the last reference. Every call blocks its thread for as long as the disk takes; use
/// `onFileThread` for those that take long.
package final class File: Sendable {
    /// What to open a file for.
    package struct Mode: OptionSet, Sendable {
        package let rawValue: Int32
        package init(rawValue: Int32) { self.rawValue = rawValue }
        package static let reading = Mode(rawValue: Int32(SOCKEYE_OPEN_READ))
        package static let writing = Mode(rawValue: Int32(SOCKEYE_OPEN_WRITE))
        package static let creating = Mode(rawValue: Int32(SOCKEYE_OPEN_CREATE))
        /// Fails if the file exists.
        package static let exclusively = Mode(rawValue: Int32(SOCKEYE_OPEN_EXCLUSIVE))
        package static let emptied = Mode(rawValue: Int32(SOCKEYE_OPEN_TRUNCATE))
        /// Fails if the name is a symbolic link.
        package static let notThroughLink = Mode(rawValue: Int32(SOCKEYE_OPEN_NO_FOLLOW))
        /// Opening a named pipe does not block.
        package static let withoutWaiting = Mode(rawValue: Int32(SOCKEYE_OPEN_NO_BLOCK))
        package static let folder = Mode(rawValue: Int32(SOCKEYE_OPEN_FOLDER))
        /// A folder that is only held: files are opened in it by its number.
        package static let place = Mode(rawValue: Int32(SOCKEYE_OPEN_FOLDER | SOCKEYE_OPEN_PLACE))
        package static let appending = Mode(rawValue: Int32(SOCKEYE_OPEN_APPEND))
        /// A file without a name, in the folder of that path.
        static let unnamed = Mode(rawValue: Int32(SOCKEYE_OPEN_UNNAMED))
    }

    private let descriptor: Descriptor
    /// The name it was opened by, for error messages.
    package let path: String
    /// What its first failed sync said, if any (File+Sync.swift).
    let loss = Mutex<FileError?>(nil)

    /// Opens `path` (`open(2)`), close-on-exec.
    ///
    /// - Parameters:
    ///   - permissions: for a new file, before the process's umask.
    ///   - deadline: by when a pipe must have a reader (``FileError/isTimeout``); the file doesn't block then. `nil` waits as the
    ///     system does.
    package convenience init(
        _ path: String, _ mode: Mode, permissions: UInt32 = 0o666, until deadline: Deadline? = nil
    ) throws(FileError) {
        try FileError.check(path, "open")
        let number =
            if let deadline {
                sockeye_open_waiting(path, mode.rawValue, permissions, deadline.nanoseconds)
            } else {
                sockeye_open(path, mode.rawValue, permissions)
            }
        try self.init(owning: number, of: "open", path: path)
    }

    /// Duplicates an open descriptor, such as standard input (`fcntl(2)`).
    package convenience init(duplicating number: Int32, path: String) throws(FileError) {
        try self.init(owning: sockeye_duplicate(number), of: "fcntl", path: path)
    }

    /// Takes over the descriptor that a call returned, or throws its error.
    ///
    /// - Parameter result: of a shim: the descriptor, or the negated errno.
    package init(owning result: Int32, of call: String, path: String) throws(FileError) {
        if result < 0 { throw FileError(call: call, path: path, errorNumber: -result) }
        descriptor = Descriptor(owning: result)
        self.path = path
    }

    /// The descriptor, for calls made elsewhere while this file is retained.
    package var number: Int32 { descriptor.number }

    // MARK: Bytes

    // SAFETY: the caller's buffer is only read, and only while the caller keeps it alive for this call.
    /// Writes all of `bytes` at `offset`.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(FileError) {
        var written = 0
        while written < bytes.count {
            // SAFETY: `written` is less than the count, and `pwrite` does not keep the pointer.
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            written += try check(
                "write", sockeye_pwrite(number, rest.baseAddress, rest.count, offset + Int64(written)))
        }
    }

    /// Writes all of `bytes` at `offset`.
    package func write(_ bytes: [UInt8], at offset: Int64) throws(FileError) {
        // SAFETY: the array keeps its storage alive for the closure, and `write` does not keep the pointer.
        try bytes.withUnsafeBufferPointer { buffer throws(FileError) in
            try write(UnsafeRawBufferPointer(buffer), at: offset)
        }
    }

    /// Writes all of `bytes` at the file's current position, for appending and for files without offsets (`write(2)`).
    ///
    /// - Parameter deadline: by when the reader of a pipe that doesn't block must have taken them.
    package func append(_ bytes: [UInt8], until deadline: Deadline = .never) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // SAFETY: the slice keeps its storage alive for the closure, and `write(2)` does not keep the pointer.
            let written = try rest.withUnsafeBufferPointer { buffer throws(FileError) in
                try check("write", sockeye_write(number, buffer.baseAddress, buffer.count, deadline.nanoseconds))
            }
            rest = rest.dropFirst(written)
        }
    }

    /// Reads up to `buffer.count` bytes at `offset`; fewer only at the end of the file.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FileError) -> Int {
        var count = 0
        while count < buffer.count {
            // SAFETY: `count` is less than the buffer's, and `pread` writes at most `rest.count` bytes.
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let step = try check("read", sockeye_pread(number, rest.baseAddress, rest.count, offset + Int64(count)))
            if step == 0 { break }
            count += step
        }
        return count
    }

    /// Reads up to `count` bytes at `offset`; fewer only at the end of the file.
    package func read(_ count: Int, at offset: Int64) throws(FileError) -> [UInt8] {
        var result: Result<Void, FileError> = .success(())
        // SAFETY: `read` fills the buffer from its start, and only the bytes it reports are claimed as initialized.
        let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, initialized in
            do throws(FileError) {
                initialized = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
            } catch {
                result = .failure(error)
            }
        }
        try result.get()
        return bytes
    }

    // MARK: The file as a whole

    /// The file's metadata (`fstat(2)`).
    package func facts() throws(FileError) -> FileFacts {
        var raw = sockeye_file_facts()
        _ = try check("fstat", sockeye_descriptor_facts(number, &raw))
        return FileFacts(raw)
    }

    /// Sets the file's length (`ftruncate(2)`).
    package func truncate(to length: Int64) throws(FileError) {
        _ = try check("ftruncate", sockeye_truncate(number, length))
    }

    /// Whether the file is marked as a partial one of ours (`fgetxattr(2)`, `fsetxattr(2)`, `fremovexattr(2)`); `nil`, and not to be
    /// set, where the file system keeps no marks.
    package var isMarkedPartial: Bool? {
        get {
            let result = sockeye_is_marked_partial(number)
            return result < 0 ? nil : result > 0
        }
        set { _ = newValue == true ? sockeye_mark_partial(number) : sockeye_unmark_partial(number) }
    }

    /// Reserves the blocks of `range` without changing the file's length (`fallocate(2)`).
    ///
    /// - Returns: false if the file system doesn't support it; the write can go on without.
    package func reserve(_ range: Range<Int64>) throws(FileError) -> Bool {
        do throws(FileError) {
            _ = try check("fallocate", sockeye_reserve(number, range.lowerBound, range.upperBound - range.lowerBound))
            return true
        } catch {
            if error.isUnsupported { return false }
            throw error
        }
    }

    /// Returns the blocks of `range` to the file system; its bytes then read as zeros (`fallocate(2)`). No-op if the
    /// file system doesn't support it.
    package func release(_ range: Range<Int64>) {
        _ = sockeye_release(number, range.lowerBound, range.upperBound - range.lowerBound)
    }

    /// Sets the permissions, whatever the process's mask (`fchmod(2)`).
    package func setPermissions(_ mode: UInt32) throws(FileError) {
        _ = try check("fchmod", sockeye_set_mode(number, mode))
    }

    /// Makes the file what it will be: like the one that it replaces, if any, and with its modification time in seconds since 1970.
    package func settle(replacing replaced: FileFacts?, modified: Int64?) throws(FileError) {
        if let replaced { try resemble(replaced) }
        if let modified { try setModified(modified) }
    }

    /// Gives the file the owner, the group and the permissions of another one, as far as this process may (`fchown(2)`,
    /// `fchmod(2)`).
    private func resemble(_ other: FileFacts) throws(FileError) {
        let own = try facts()
        // Another owner is root's to give; without it the file is the process's, like any new one.
        if own.owner != other.owner || own.group != other.group,
            sockeye_set_owner(number, other.owner, other.group) < 0
        {
            _ = sockeye_set_owner(number, own.owner, other.group)
        }
        // What another group may do with that file is no right of this one's, beyond what everybody may.
        let everybodys = (other.mode & 0o007) << 3
        let mode = try facts().group == other.group ? other.mode : other.mode & (~0o070 | everybodys)
        if own.mode != mode { _ = sockeye_set_mode(number, mode) }
    }

    /// Writes the whole file over the one at `path`, keeping that one's identity: readers may see a part of it.
    package func overwrite(_ path: String, isDurable: Bool) throws(FileError) {
        let target = try File(path, [.writing, .notThroughLink])
        var offset: Int64 = 0
        while true {
            let bytes = try read(1 << 20, at: offset)
            if bytes.isEmpty { break }
            try target.write(bytes, at: offset)
            offset += Int64(bytes.count)
        }
        try target.truncate(to: offset)
        if isDurable { try target.sync() }
    }

    /// Gives a file without a name this one (`linkat(2)`).
    ///
    /// - Returns: false, with nothing done, if the name is taken, or without /proc.
    package func link(as path: String) throws(FileError) -> Bool {
        try FileError.check(path, "link")
        let result = sockeye_link(number, path)
        // ENOENT: without /proc, the file cannot be linked by its descriptor.
        if result == -ErrorNumber.fileExists || result == -ErrorNumber.noSuchFile { return false }
        if result < 0 { throw FileError(call: "link", path: path, errorNumber: -result) }
        return true
    }

    /// Takes an exclusive advisory lock (`flock(2)`); see `FileError.isLocked`.
    ///
    /// - Parameter deadline: until when another holder is waited for; `nil` doesn't wait.
    package func lock(until deadline: Deadline? = nil) throws(FileError) {
        _ = try check("flock", deadline.map { sockeye_lock_waiting(number, $0.nanoseconds) } ?? sockeye_lock(number))
    }

    /// Releases the lock while the file stays open.
    package func unlock() {
        _ = sockeye_unlock(number)
    }

    /// Sets the modification time (`futimens(2)`), if the file system keeps one: some of FUSE refuse it, which is no reason to
    /// do without the file.
    package func setModified(_ secondsSince1970: Int64) throws(FileError) {
        do throws(FileError) {
            _ = try check("futimens", sockeye_set_modified(number, secondsSince1970))
        } catch {
            guard error.isUnsupported || error.errorNumber == ErrorNumber.notPermitted else { throw error }
        }
    }

    /// Bytes still free on its file system (`fstatvfs(3)`).
    package func freeBytes() throws(FileError) -> Int64 {
        try check("fstatvfs", sockeye_free_bytes(number))
    }

    func check<Result: FixedWidthInteger & SignedInteger>(
        _ call: StaticString, _ result: Result
    ) throws(FileError) -> Result {
        if result >= 0 { return result }
        throw FileError(call: call.description, path: path, errorNumber: Int32(truncatingIfNeeded: 0 - result))
    }
}
