internal import SockeyeClient
internal import SockeyeDigest
internal import SockeyeIO

/// The file to upload, open and locked, and the record beside it.
///
/// The lock (`flock(2)` on the file itself) keeps a second process from sending the same file to the same URL at the
/// same time, which both protocols forbid.
final class UploadJournal: Sendable {
    let path: String
    let recordPath: String
    private let file: File
    /// The file's identity when the upload began.
    let mark: UploadRecord.FileMark

    init(of path: String, recordPath: String?) throws(ResumableUploadError) {
        self.path = path
        self.recordPath = recordPath ?? FileSuffix.upload.path(beside: path)
        let facts: FileFacts
        do throws(FileError) {
            // Opening a named pipe must not block.
            file = try File(path, [.reading, .withoutWaiting])
            facts = try file.facts()
        } catch {
            throw .file(error)
        }
        guard facts.kind == .regular else { throw .notAFile(path) }
        mark = UploadRecord.FileMark(facts)
        do throws(FileError) {
            try file.lock()
        } catch {
            // Some file systems have no locks for files opened for reading.
            if error.isLocked { throw .busy(path) }
        }
    }

    /// Unlocks the file. Not left to closing the descriptor, since a child process that is
    /// just being started may hold it a moment longer.
    func release() {
        file.unlock()
    }

    /// Whether the open file and the one of its name are unchanged since the upload began.
    ///
    /// - Throws: if the system cannot tell; the file may be the same then.
    func isUnchanged() throws(FileError) -> Bool {
        let held = try file.facts()
        guard let named = try FileFacts(of: path) else { return false }
        return UploadRecord.FileMark(held) == mark && UploadRecord.FileMark(named) == mark
    }

    /// The digest of a part of the file.
    func digest(_ algorithm: Digest.Algorithm, _ range: Range<Int64>) throws(ResumableUploadError) -> Digest {
        do {
            var hasher = try DigestHasher(algorithm)
            var offset = range.lowerBound
            while offset < range.upperBound {
                let bytes = try file.read(Int(min(1 << 20, range.upperBound - offset)), at: offset)
                if bytes.isEmpty { throw ResumableUploadError.fileChangedMeanwhile(path: path) }
                try hasher.update(bytes)
                offset += Int64(bytes.count)
            }
            return try hasher.finish()
        } catch let error as FileError {
            throw .file(error)
        } catch let error as ResumableUploadError {
            throw error
        } catch {
            throw .client(HTTPClientError(.prepare, origin: nil, cause: .requestBodyFailed("\(error)")))
        }
    }

    /// The record of an earlier run; `nil` if there is no usable one.
    func load() throws(ResumableUploadError) -> UploadRecord? { try Self.load(recordPath) }

    /// The record in this file; `nil` if there is no usable one.
    static func load(_ recordPath: String) throws(ResumableUploadError) -> UploadRecord? {
        let record: RecordBytes?
        do throws(FileError) {
            record = try RecordBytes(of: recordPath, limit: UploadRecord.byteLimit)
        } catch {
            throw .file(error)
        }
        if let reason = record?.foreignness { throw .notOurs(path: recordPath, reason: reason) }
        if let record, UploadRecord.isNewer(record.bytes) {
            throw .notOurs(path: recordPath, reason: "was written by a newer version")
        }
        return record.flatMap { UploadRecord($0.bytes) }
    }

    /// Whether there is a file with the record's name, whatever its contents.
    func hasRecord() -> Bool {
        (try? FileFacts(of: recordPath, followingLinks: false)) != nil
    }

    /// Saves the record, durably.
    func save(_ record: UploadRecord) throws(IOError) {
        do throws(FileError) {
            try FileNames.replace(recordPath, with: record.bytes, through: replacementPath)
        } catch {
            throw .system(call: error.call, errorNumber: error.errorNumber)
        }
    }

    /// Removes the record, and what a killed run left of a new one.
    func remove() {
        try? FileNames.remove(recordPath)
        try? FileNames.remove(replacementPath)
    }

    /// The lock allows a fixed name, by which the next run finds it.
    private var replacementPath: String { FileSuffix.replacement.path(beside: recordPath) }
}
