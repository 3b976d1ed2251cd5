internal import SockeyeDigest
internal import SockeyeIO

/// The file that is uploaded, held and locked, and the record beside it.
///
/// The lock (`flock(2)`, on the file itself) keeps a second process from sending the same file to the same place at the
/// same time, which both protocols forbid.
final class UploadJournal: Sendable {
    let path: String
    let recordPath: String
    private let file: File
    /// The file as it was when the upload began.
    let mark: UploadRecord.FileMark

    init(of path: String, recordPath: String?) throws(ResumableUploadError) {
        self.path = path
        self.recordPath = recordPath ?? path + FileSuffix.upload
        do throws(FileError) {
            // A named pipe must not hold us here.
            file = try File(path, [.reading, .withoutWaiting])
            let facts = try file.facts()
            guard facts.kind == .regular else {
                throw FileError(call: "open", path: path, errorNumber: ErrorNumber.invalidArgument)
            }
            mark = UploadRecord.FileMark(facts)
        } catch {
            throw error.errorNumber == ErrorNumber.invalidArgument ? .notAFile(path) : .file(error)
        }
        do throws(FileError) {
            try file.lock()
        } catch {
            // Some file systems have no locks for files that are only read.
            if error.isLocked { throw .busy(path) }
        }
    }

    /// The upload is over, for now: others may send the file. Not left to the descriptor's end, since a process that is
    /// just being started may hold it a moment longer.
    func release() {
        file.unlock()
    }

    /// Whether the file, and what its name leads to, are still those that the upload began with.
    func isUnchanged() -> Bool {
        guard let held = try? file.facts(), let named = try? FileFacts(of: path) else { return false }
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
            throw .malformed("\(error)")
        }
    }

    /// What an earlier run left; `nil` when there is nothing to rely on.
    func load() throws(ResumableUploadError) -> UploadRecord? {
        do throws(IOError) {
            return UploadRecord(try SmallFile.read(recordPath, limit: UploadRecord.maximumBytes))
        } catch {
            // A file that is too long is no record either.
            guard case .system(let call, let number) = error, number != ErrorNumber.noSuchFile else { return nil }
            throw .file(FileError(call: call, path: recordPath, errorNumber: number))
        }
    }

    /// Whether there is a file of the record's name, whatever it holds.
    func hasRecord() -> Bool {
        (try? FileFacts(of: recordPath, followingLinks: false)) != nil
    }

    /// Notes how far it is, to survive a crash of the machine too.
    func save(_ record: UploadRecord) throws(IOError) {
        try SmallFile.replace(recordPath, with: record.bytes)
    }

    /// The upload is over, or of no use any more.
    func remove() {
        try? FileNames.remove(recordPath)
    }
}
