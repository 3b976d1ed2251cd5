internal import Glibc
internal import SockeyeRecording

/// The folder in which a replay runs: with the files that the recorded run found, and for those that it writes.
struct ReplayFolder {
    let path: String
    /// The folder of the user, to come back to.
    private let origin: Int32
    private var given: Set<String> = []

    /// Makes the folder, fills it, and goes there (`mkdtemp(3)`, `chdir(2)`).
    init(_ recording: Recording) throws(OutputError) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/sockeye-replay-XXXXXX".utf8CString)
        // SAFETY: the buffer is NUL-terminated, writable, and outlives the call.
        let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.map { mkdtemp($0) != nil } ?? false }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        origin = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard made, origin >= 0, chdir(path) == 0 else {
            throw .failed(call: "mkdtemp", path: path, reason: SystemReason.current)
        }
        var contents: [String: [UInt8]] = [:]
        for entry in recording.entries {
            guard let name = entry.text("name"), let bytes = entry.bytes("bytes") else { continue }
            switch entry.kind {
            case .input: contents[name, default: []] += bytes
            case .file: try write(bytes, to: RunTape.inside(name), entry.number("modified"), entry.number("mode"))
            default: break
            }
        }
        for (name, bytes) in contents { try write(bytes, to: name == "-" ? "standard-input" : RunTape.inside(name)) }
        // Standard input is what it was; a replay never waits for the user's.
        let input = open(contents["-"] == nil ? "/dev/null" : "standard-input", O_RDONLY | O_CLOEXEC)
        if input >= 0 {
            dup2(input, STDIN_FILENO)
            close(input)
        }
    }

    private mutating func write(
        _ bytes: [UInt8], to name: String, _ modified: Int64? = nil, _ mode: Int64? = nil
    ) throws(OutputError) {
        guard !name.isEmpty, !name.utf8.contains(0) else { return }
        try OutputFolder.makeParents(of: name)
        given.insert(name)
        // Nothing in a fresh folder is a link.
        let descriptor = open(
            name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode_t(mode ?? 0o600) & 0o777 | 0o600)
        if descriptor < 0 { throw .failed(call: "open", path: name, reason: SystemReason.current) }
        defer { close(descriptor) }
        var sent = 0
        while sent < bytes.count {
            // SAFETY: write(2) reads at most the bytes of the slice, which outlives the call.
            let count = bytes[sent...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count <= 0 { throw .failed(call: "write", path: name, reason: SystemReason.current) }
            sent += count
        }
        if let modified {
            var times = [
                timespec(tv_sec: Int(clamping: modified), tv_nsec: 0),
                timespec(tv_sec: Int(clamping: modified), tv_nsec: 0),
            ]
            futimens(descriptor, &times)
        }
    }

    /// Files that the run wrote, besides records of unfinished ones.
    func written() -> [String] {
        var found: [String] = []
        collect(".", into: &found)
        return found.filter { !$0.hasSuffix(".sockeye") && $0 != "standard-input" && !given.contains($0) }.sorted()
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
        Self.remove(path)
        close(origin)
    }

    private static func remove(_ folder: String) {
        for (name, kind) in entries(of: folder) {
            let path = "\(folder)/\(name)"
            if kind == UInt8(DT_DIR) { remove(path) } else { unlink(path) }
        }
        rmdir(folder)
    }
}
