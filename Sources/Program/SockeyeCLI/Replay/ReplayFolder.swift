internal import Glibc
internal import SockeyeIO
internal import SockeyeRecording

/// The folder in which a replay runs: with the files and folders that the recorded run found, and for those that it writes.
struct ReplayFolder {
    /// More than a path can name.
    private static let deepest = 2_048
    /// A recorded size beyond it isn't believed: 1 TiB.
    private static let mostBytes: Int64 = 1 << 40

    private let folder: ScratchFolder
    /// The folder of the user, to come back to.
    private let origin: Int32
    /// What the recorded run found, by name, as it is before the replay changes it.
    private var given: [String: Version] = [:]

    /// Which file has a name, and which bytes, as far as its size and time tell.
    private struct Version: Equatable {
        let identity: FileFacts.Identity
        let size: Int64
        let modified: [Int64]

        /// `nil` if there is none.
        init?(of name: String) {
            guard let facts = (try? FileFacts(of: name)) ?? nil else { return nil }
            (identity, size) = (facts.identity, facts.size)
            modified = [facts.modifiedSeconds, Int64(facts.modifiedNanoseconds)]
        }
    }

    /// Makes the folder, goes there (`chdir(2)`) and fills it.
    init(_ recording: Recording) throws(OutputError) {
        guard let folder = ScratchFolder(prefix: "sockeye-replay") else {
            throw .failed(call: "mkdtemp", path: "a folder for the replay", reason: SystemReason.current)
        }
        self.folder = folder
        origin = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        do throws(OutputError) {
            guard origin >= 0, chdir(folder.path) == 0 else {
                throw .failed(call: "chdir", path: folder.path, reason: SystemReason.current)
            }
            try fill(recording)
        } catch {
            remove()
            throw error
        }
    }

    private mutating func fill(_ recording: Recording) throws(OutputError) {
        var contents: [String: [UInt8]] = [:]
        for entry in recording.entries {
            guard let name = entry.text("name") else { continue }
            switch entry.kind {
            case .input: contents[name, default: []] += entry.bytes("bytes") ?? []
            case .file where entry.text("kind") == "folder":
                try OutputFolder.makeParents(of: RunTape.inside(name) + "/x")
            case .file: try write(entry, to: RunTape.inside(name))
            default: break
            }
        }
        for (name, bytes) in contents {
            let entry = RecordingEntry(.input, at: 0, [.init("bytes", bytes)])
            try write(entry, to: name == "-" ? RunTape.standardInput : RunTape.inside(name))
        }
        // Standard input is what it was; a replay never waits for the user's.
        let input = open(contents["-"] == nil ? "/dev/null" : RunTape.standardInput, O_RDONLY | O_CLOEXEC)
        if input >= 0 {
            dup2(input, STDIN_FILENO)
            close(input)
        }
    }

    /// Writes the file of an entry; of a file without contents, its size is all that is known.
    private mutating func write(_ entry: RecordingEntry, to name: String) throws(OutputError) {
        guard !name.isEmpty, !name.utf8.contains(0) else { return }
        try OutputFolder.makeParents(of: name)
        let mode = mode_t(truncatingIfNeeded: entry.number("mode") ?? 0) & 0o777 | 0o600
        // Nothing in a fresh folder is a link.
        let descriptor = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
        if descriptor < 0 { throw .failed(call: "open", path: name, reason: SystemReason.current) }
        defer { close(descriptor) }
        let bytes = entry.bytes("bytes") ?? []
        var sent = 0
        while sent < bytes.count {
            // SAFETY: write(2) reads at most the bytes of the slice, which outlives the call.
            let count = bytes[sent...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count <= 0 { throw .failed(call: "write", path: name, reason: SystemReason.current) }
            sent += count
        }
        let size = off_t(min(entry.number("size") ?? 0, Self.mostBytes))
        if size > bytes.count, ftruncate(descriptor, size) != 0 {
            throw .failed(call: "ftruncate", path: name, reason: SystemReason.current)
        }
        if let modified = entry.number("modified") {
            let time = timespec(tv_sec: Int(clamping: modified), tv_nsec: 0)
            var times = [time, time]
            futimens(descriptor, &times)
        }
        given[name] = Version(of: name)
    }

    /// Files that the run wrote, those that were there before too, besides records of unfinished ones.
    func written() -> [String] {
        var found: [String] = []
        collect(".", into: &found)
        let records = Set(found.filter { $0.hasSuffix(".part") }.map { "\($0.dropLast(5)).sockeye" })
        return found.filter { name in
            guard !records.contains(name) else { return false }
            guard let version = given[name] else { return true }
            return version != Version(of: name)
        }.sorted()
    }

    private func collect(_ folder: String, into found: inout [String]) {
        for (name, kind) in Self.entries(of: folder) {
            let path = folder == "." ? name : "\(folder)/\(name)"
            if kind == UInt8(DT_DIR) { collect(path, into: &found) } else { found.append(path) }
        }
    }

    private static func entries(of folder: String) -> [(String, UInt8)] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var entries: [(String, UInt8)] = []
        // SAFETY: an entry is valid until the next call, and its name is NUL-terminated and copied.
        while let entry = readdir(stream)?.pointee {
            let name = withUnsafeBytes(of: entry.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { entries.append((name, entry.d_type)) }
        }
        return entries
    }

    /// Goes back to the user's folder.
    func leave() { _ = fchdir(origin) }

    /// Removes the folder with all that is in it.
    func remove() {
        leave()
        folder.remove(depth: Self.deepest)
        if origin >= 0 { close(origin) }
    }
}
