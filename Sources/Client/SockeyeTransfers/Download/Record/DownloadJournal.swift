internal import SockeyeURL
internal import SockeyeIO
internal import Synchronization

/// Which files of a run were asked for and which are complete, kept in a file from which a killed run resumes.
///
/// Text, one event a line: `+ URL PATH` for a file that was added, `- PATH` for one that is complete or was given up. A
/// line that a crash cut off, or that holds anything else, is skipped. A later format begins with `sockeye-journal` and its
/// number, by which this version refuses it. Only the file's owner may read it, and URLs are
/// written without user name and password.
package final class DownloadJournal: Sendable {
    /// A file and its source.
    package struct Item: Sendable, Hashable {
        /// The source.
        package var url: String
        /// The destination.
        package var path: String

        /// Creates an item.
        package init(url: String, path: String) {
            self.url = url
            self.path = path
        }

        /// The item as it is written: without user name and password in the URL.
        var withoutCredentials: Item {
            guard url.utf8.contains(UInt8(ascii: "@")) else { return self }
            if let parsed = try? HTTPURL(url) {
                return parsed.hasCredentials ? Item(url: parsed.withoutCredentials.href, path: path) : self
            }
            // Not a usable URL, but it may still hold a password.
            return Item(url: String(url.split(separator: "@").last ?? ""), path: path)
        }

        /// Whether it fits a line.
        var isWritable: Bool {
            !path.isEmpty && !url.isEmpty && !url.utf8.contains { $0 <= 0x20 } && !path.utf8.contains { $0 < 0x20 }
        }
    }

    /// A longer file is no journal: tens of millions of files.
    private static let byteLimit: Int64 = 4 << 30
    /// How much of it is read at a time.
    private static let pieceBytes: Int64 = 256 * 1024

    /// How long notes of complete files are buffered. A process that is killed meanwhile asks for these
    /// files again.
    private static let patience = Duration.milliseconds(50)
    /// How many bytes of notes are buffered.
    private static let waitingLimit = 32 * 1024

    private struct Notes {
        var bytes: [UInt8] = []
        var written = Deadline(nanoseconds: 0)
    }

    private let file: File
    private let isNameSynced = Atomic<Bool>(false)
    private let notes = Mutex(Notes())
    /// Whether it was missing: no earlier run was cut. An empty one is that of a run that was cut at its beginning.
    package let isNew: Bool
    /// Its contents when it was opened.
    let found: Contents

    /// Opens or creates the journal, for this process alone.
    ///
    /// - Throws: ``DownloadError/file(_:)`` if it cannot be read or written, ``DownloadError/busy(_:)`` if another
    ///   process has it, ``DownloadError/notOurs(path:reason:)`` if it is another user's, or no journal at all.
    package init(_ path: String) throws(DownloadError) {
        var foreignness: String?
        let facts: FileFacts
        (file, facts, isNew) = try Self.open(path)
        do throws(FileError) {
            foreignness = facts.foreignness
            found = foreignness == nil ? try Self.contents(of: file, min(facts.size, Self.byteLimit)) : Contents()
            // It is removed at the end, which would lose a file that was named by mistake.
            if found.isForeign { foreignness = "is not a journal" }
            if found.isNewer { foreignness = "was written by a newer version" }
            if foreignness == nil {
                // Earlier versions made it readable by everybody.
                if facts.mode & 0o077 != 0 { try file.setPermissions(0o600) }
                // A truncated line must neither swallow the next one nor be a whole one, of another file, to the next run.
                if !found.endsWithLine, facts.size <= Self.byteLimit { try file.truncate(to: found.length) }
            }
        } catch {
            throw .file(error)
        }
        if let foreignness { throw .notOurs(path: path, reason: foreignness) }
    }

    /// The file, locked, its facts, and whether it was missing.
    private static func open(_ path: String) throws(DownloadError) -> (File, FileFacts, isNew: Bool) {
        // Each further round means that another process, at its end, removed the journal between our open and our lock.
        for _ in 0..<8 {
            let isNew = try FileFacts.found(of: path, followingLinks: false) == nil
            let (file, facts) = try openOnce(path)
            if try facts.isStill(at: path) { return (file, facts, isNew) }
        }
        throw .busy(path)
    }

    private static func openOnce(_ path: String) throws(DownloadError) -> (File, FileFacts) {
        do throws(FileError) {
            let file = try File(
                path, [.reading, .writing, .creating, .appending, .notThroughLink, .withoutWaiting], permissions: 0o600)
            try file.lock()
            return (file, try file.facts())
        } catch {
            throw error.isLocked ? .busy(path) : .file(error)
        }
    }

    /// Reads it piece by piece: the journal of a million files has hundreds of megabytes.
    private static func contents(of file: File, _ size: Int64) throws(FileError) -> Contents {
        var contents = Contents(ofAbout: size)
        var offset: Int64 = 0
        while offset < size {
            let piece = try file.read(Int(min(pieceBytes, size - offset)), at: offset)
            if piece.isEmpty { break }
            contents.take(piece)
            offset += Int64(piece.count)
        }
        contents.end()
        return contents
    }

    /// Whether the file was complete, or given up, when the journal was opened.
    package func saysComplete(_ item: Item) -> Bool { found.isOver(item.withoutCredentials) }

    /// Notes a file to fetch.
    func add(_ item: Item, isDurable: Bool) throws(DownloadError) {
        let item = item.withoutCredentials
        try append("+ \(item.url) \(item.path)\n")
        if !isDurable { return }
        try DownloadError.wrapping { () throws(FileError) in
            try file.sync(dataOnly: true)
            // A new file's name must get there too.
            if isNew, !isNameSynced.load(ordering: .relaxed) {
                try FileNames.syncFolder(of: file.path)
                isNameSynced.store(true, ordering: .relaxed)
            }
        }
    }

    /// Notes a file that is complete or given up. Not synced: after a power cut the file is checked again.
    func end(_ item: Item) throws(DownloadError) {
        try append("- \(item.path)\n")
    }

    /// Notes a complete file that was not added before. Notes that come fast wait for each other: ``flush()`` writes what
    /// waits.
    ///
    /// - Returns: whether it waits.
    @discardableResult
    package func addComplete(_ item: Item) throws(DownloadError) -> Bool {
        let item = item.withoutCredentials
        guard item.isWritable else { return false }
        let isDue = notes.withLock { notes in
            notes.bytes += "+ \(item.url) \(item.path)\n- \(item.path)\n".utf8
            return notes.bytes.count >= Self.waitingLimit || Deadline.now >= notes.written.advanced(by: Self.patience)
        }
        if isDue { try flush() }
        return !isDue
    }

    /// Writes the buffered notes.
    package func flush() throws(DownloadError) {
        let bytes = notes.withLock { notes in
            notes.written = .now
            let bytes = notes.bytes
            notes.bytes.removeAll(keepingCapacity: true)
            return bytes
        }
        if bytes.isEmpty { return }
        try DownloadError.wrapping { () throws(FileError) in try file.append(bytes) }
    }

    private func append(_ lines: String) throws(DownloadError) {
        try DownloadError.wrapping { () throws(FileError) in try file.append(Array(lines.utf8)) }
    }

    /// Empties it.
    func clear() throws(DownloadError) {
        try DownloadError.wrapping { () throws(FileError) in try file.truncate(to: 0) }
    }

    /// Removes it: the run is over. Another file that got its name meanwhile stays.
    package func remove() {
        guard let own = try? file.facts(), let named = (try? FileFacts(of: file.path, followingLinks: false)) ?? nil,
            named.identity == own.identity
        else { return }
        try? FileNames.remove(file.path)
    }
}
