/// Whole small files: cookies, HSTS lists, credentials. Calls block the thread for as long as the disk takes.
package enum SmallFile {
    /// All bytes of a file (`open(2)`, `read(2)`).
    ///
    /// - Parameters:
    ///   - path: of the file.
    ///   - limit: longer files are refused, so that a wrong name cannot exhaust memory.
    ///   - deadline: by when the writer of a pipe must have written everything (`IOError.isTimeOut`).
    /// - Throws: `IOError.system`, `.limitExceeded`.
    package static func read(
        _ path: String, limit: Int = 64 * 1024 * 1024, until deadline: Deadline = .never
    ) throws(IOError) -> [UInt8] {
        do throws(FileError) {
            let file = try File(path, .reading, until: deadline)
            var bytes: [UInt8] = []
            while true {
                let piece = try file.readNext(65_536, until: deadline)
                if piece.isEmpty { return bytes }
                if piece.count > limit - bytes.count { break }
                bytes += piece
            }
        } catch {
            throw .system(call: error.call, errorNumber: error.errorNumber)
        }
        throw .limitExceeded(limit)
    }

    /// Replaces a file by these bytes, all or nothing: they go to a new file beside it, to the disk (`fdatasync(2)`), and
    /// then take its name (`rename(2)`). A symbolic link is replaced by the file. A device or a pipe, such as `/dev/null`,
    /// is written to and stays. A file of this user is written in place, and may then be left half-written by a full disk, if nothing
    /// else is allowed: its folder is read-only, or the file is mounted by itself.
    ///
    /// - Parameters:
    ///   - path: of the file.
    ///   - bytes: its whole new contents.
    ///   - mode: its permissions; by default only the owner may read it, since such files hold secrets.
    ///   - deadline: by when the reader of a pipe must have taken the bytes (`IOError.isTimeOut`).
    /// - Throws: `IOError.system`; the old file is then untouched, unless it was written in place. `.invalidArgument` for another user's pipe.
    package static func replace(
        _ path: String, with bytes: [UInt8], mode: UInt32 = 0o600, until deadline: Deadline = .never
    ) throws(IOError) {
        // A replaced file belongs to this user; a pipe keeps its owner.
        let facts = (try? FileFacts(of: path)) ?? nil
        let isSpecial = facts?.kind == .other
        if isSpecial, let fault = SecretPlace.fault(of: path) { throw .invalidArgument("it \(fault)") }
        do throws(FileError) {
            if isSpecial { return try File(path, .writing, until: deadline).append(bytes, until: deadline) }
            // Its folder might allow what its owner doesn't want.
            if facts != nil { try FileNames.checkWritable(path) }
            do throws(FileError) {
                try FileNames.replace(path, with: bytes, permissions: mode)
            } catch {
                guard facts != nil, ErrorNumber.inPlaceOnly.contains(error.errorNumber), let (file, facts) = own(path)
                else { throw error }
                try file.setPermissions(facts.mode & mode)
                try file.write(bytes, at: 0)
                try file.truncate(to: Int64(bytes.count))
                try file.sync(dataOnly: true)
            }
        } catch {
            throw .system(call: error.call, errorNumber: error.errorNumber)
        }
    }

    /// The regular file of this user at a path, opened for writing: others' files and links would give the bytes to others.
    private static func own(_ path: String) -> (File, FileFacts)? {
        guard let file = try? File(path, [.writing, .notThroughLink, .withoutWaiting]), let facts = try? file.facts(),
            facts.kind == .regular, SecretPlace.fault(facts) == nil
        else { return nil }
        return (file, facts)
    }
}
