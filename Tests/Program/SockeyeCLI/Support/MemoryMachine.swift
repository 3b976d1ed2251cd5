import SockeyeIO
import Synchronization

/// A machine whose files are in a dictionary and whose terminal has 80 by 24 characters. It counts what is asked of it.
final class MemoryMachine: Machine {
    struct State {
        var files: [String: [UInt8]] = [:]
        /// What every other file and variable has; `nil` if there is none.
        var others: [UInt8]?
        var folders: Set<String> = [".", "/", "/tmp"]
        var variables: [String: [UInt8]] = [:]
        /// What went to standard output and standard error.
        var output: [UInt8] = []
        var errors: [UInt8] = []
        var input: [UInt8] = []
        /// Called when bytes were taken from standard input, before they are returned.
        var whenRead: (@Sendable () -> Void)?
        /// Paths in the order in which they were opened to be read.
        var opened: [String] = []
        /// Variables in the order in which they were asked for.
        var asked: [String] = []
        var isTerminal = false
        var signal: Int32?
        var now = TimeOfDay(seconds: 1_700_000_000)
        var chance: UInt64 = 0
    }

    let state: Mutex<State>

    /// - Parameter files: by path; `-` is what standard input has.
    init(files: [String: String] = [:], variables: [String: String] = [:], isTerminal: Bool = false) {
        var state = State()
        state.files = files.mapValues { Array($0.utf8) }
        state.variables = variables.mapValues { Array($0.utf8) }
        state.input = state.files.removeValue(forKey: "-") ?? []
        state.isTerminal = isTerminal
        self.state = Mutex(state)
    }

    /// What was written to standard output and to standard error, as text.
    var output: String { String(decoding: state.withLock(\.output), as: UTF8.self) }
    var errors: String { String(decoding: state.withLock(\.errors), as: UTF8.self) }

    /// The text of a file.
    func text(of path: String) -> String? {
        state.withLock { $0.files[path] }.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func missing(_ call: String, _ path: String) -> FileError {
        FileError(call: call, path: path, errorNumber: 2)
    }

    // MARK: Environment

    func variable(_ name: String) -> [UInt8]? {
        state.withLock { state in
            state.asked.append(name)
            return state.variables[name] ?? state.others
        }
    }

    var variables: [[UInt8]] { state.withLock { $0.variables.map { Array("\($0)=".utf8) + $1 } } }
    var workingFolder: String? { "/work" }
    func enter(_ folder: any MachineFile) throws(FileError) {}

    // MARK: Files

    func open(
        _ path: String, _ mode: FileMode, permissions: UInt32, contents: FileContents, until deadline: Deadline?
    ) throws(FileError) -> any MachineFile {
        let isFolder = state.withLock { $0.folders.contains(path) }
        let isThere = state.withLock { $0.files[path] ?? $0.others } != nil
        if !isThere, !isFolder, !mode.contains(.creating) { throw Self.missing("open", path) }
        if isThere, mode.contains(.exclusively) { throw FileError(call: "open", path: path, errorNumber: 17) }
        state.withLock { state in
            if mode.contains(.creating), !isThere || mode.contains(.emptied) { state.files[path] = [] }
            if mode.contains(.reading) { state.opened.append(path) }
        }
        return MemoryFile(path, self, mode)
    }

    func facts(of path: String, followingLinks: Bool) throws(FileError) -> FileFacts? {
        state.withLock { state in
            let inode = UInt64(bitPattern: Int64(path.hashValue))
            if state.folders.contains(path) {
                return FileFacts(.folder, mode: 0o755, inode: inode, owner: user, size: 0, modified: 0)
            }
            return (state.files[path] ?? state.others).map { bytes in
                FileFacts(
                    .regular, mode: 0o644, inode: inode, owner: user, size: Int64(bytes.count),
                    modified: state.now.seconds)
            }
        }
    }

    func modificationTime(of path: String) throws(FileError) -> Int64? {
        try facts(of: path, followingLinks: true)?.modifiedSeconds
    }

    func names(in folder: String, limit: Int) throws(FileError) -> [String] {
        let start = folder == "." ? "" : folder + "/"
        return state.withLock { state in
            state.files.keys.filter { $0.hasPrefix(start) && !$0.dropFirst(start.count).contains("/") }
                .map { String($0.dropFirst(start.count)) }.sorted()
        }
    }

    func check(_ path: String, for mode: FileMode) throws(FileError) {
        if try facts(of: path, followingLinks: true) == nil { throw Self.missing("access", path) }
    }

    func resolved(_ path: String) throws(FileError) -> String { path }

    func makeFolder(_ path: String, permissions: UInt32) throws(FileError) {
        if !state.withLock({ $0.folders.insert(path).inserted }) {
            throw FileError(call: "mkdir", path: path, errorNumber: 17)
        }
    }

    func makeScratchFolder(_ prefix: String) throws(FileError) -> String {
        let path = "\(prefix)-\(random())"
        try makeFolder(path, permissions: 0o700)
        return path
    }

    func rename(_ path: String, to new: String) throws(FileError) {
        guard let bytes = state.withLock({ $0.files.removeValue(forKey: path) }) else {
            throw Self.missing("rename", path)
        }
        state.withLock { $0.files[new] = bytes }
    }

    func link(_ path: String, as new: String) throws(FileError) {
        if state.withLock({ $0.files[new] != nil }) { throw FileError(call: "link", path: new, errorNumber: 17) }
        state.withLock { $0.files[new] = $0.files[path] }
    }

    func setAttribute(_ name: String, to value: [UInt8], of path: String) throws(FileError) {
        throw FileError(call: "setxattr", path: path, errorNumber: 95)
    }

    func replace(
        _ path: String, with bytes: [UInt8], mode: UInt32, until deadline: Deadline
    ) throws(IOError) {
        state.withLock { $0.files[path] = bytes }
    }

    func hold(_ bytes: [UInt8]) throws(FileError) -> String {
        let path = "/memory/\(random())"
        state.withLock { $0.files[path] = bytes }
        return path
    }

    func remove(_ path: String) throws(FileError) {
        let wasThere = state.withLock { $0.files.removeValue(forKey: path) != nil || $0.folders.remove(path) != nil }
        if !wasThere { throw Self.missing("unlink", path) }
    }

    // MARK: Standard streams

    func file(of stream: StandardStream, contents: FileContents) -> any MachineFile {
        MemoryFile("/dev/fd/\(stream.rawValue)", self, stream == .input ? .reading : .writing, stream)
    }

    func redirect(_ stream: StandardStream, to file: any MachineFile) {}

    var windowSize: WindowSize? {
        state.withLock(\.isTerminal) ? WindowSize(rows: 24, columns: 80) : nil
    }

    func withoutEcho(on file: any MachineFile, isByKey: Bool, _ work: () -> Void) -> Bool {
        work()
        return state.withLock(\.isTerminal)
    }

    // MARK: The rest

    var timeOfDay: TimeOfDay { state.withLock(\.now) }
    func sleep(_ duration: Duration) { state.withLock { $0.now.seconds += duration.components.seconds } }

    func random() -> UInt64 {
        state.withLock { state in
            state.chance += 1
            return state.chance
        }
    }

    func catchSignals() {}
    var caughtSignal: Int32? { state.withLock(\.signal) }
    func end(bySignal number: Int32) {}
    var process: ProcessIdentity { ProcessIdentity(host: "memory", number: 1, started: 0, world: "memory") }
    func isRunning(_ process: ProcessIdentity) -> Bool? { process == self.process }
    var descriptorLimit: Int { 1024 }
    /// This process's own, whose files may have secrets.
    var user: UInt32 { SystemMachine().user }
}

/// A file of a `MemoryMachine`, or one of its streams.
private final class MemoryFile: MachineFile {
    let path: String
    private let machine: MemoryMachine
    private let mode: FileMode
    private let stream: StandardStream?
    private let place: Mutex<Int>

    init(_ path: String, _ machine: MemoryMachine, _ mode: FileMode, _ stream: StandardStream? = nil) {
        (self.path, self.machine, self.mode, self.stream) = (path, machine, mode, stream)
        place = Mutex(mode.contains(.appending) ? machine.state.withLock { $0.files[path]?.count ?? 0 } : 0)
    }

    var descriptor: Int32? { nil }

    private func bytes() -> [UInt8] {
        machine.state.withLock { stream == .input ? $0.input : $0.files[path] ?? $0.others ?? [] }
    }

    func readNext(_ count: Int, until deadline: Deadline) throws(FileError) -> [UInt8] {
        place.withLock { place in
            let next = Array(bytes().dropFirst(place).prefix(count))
            place += next.count
            if stream == .input { machine.state.withLock { $0.input.removeFirst(next.count) } }
            if stream == .input { place = 0 }
            if stream == .input { machine.state.withLock(\.whenRead)?() }
            return next
        }
    }

    func read(_ count: Int, at offset: Int64) throws(FileError) -> [UInt8] {
        Array(bytes().dropFirst(Int(offset)).prefix(count))
    }

    func writeNext(_ bytes: RawSpan, until deadline: Deadline) throws(FileError) -> Int {
        let copy = bytes.withUnsafeBytes { Array($0) }
        switch stream {
        case .output?: machine.state.withLock { $0.output += copy }
        case .error?: machine.state.withLock { $0.errors += copy }
        default:
            try write(copy, at: Int64(place.withLock { $0 }))
            place.withLock { $0 += copy.count }
        }
        return copy.count
    }

    func write(_ bytes: [UInt8], at offset: Int64) throws(FileError) {
        machine.state.withLock { state in
            var all = state.files[path] ?? []
            let end = Int(offset) + bytes.count
            if all.count < end { all += [UInt8](repeating: 0, count: end - all.count) }
            all.replaceSubrange(Int(offset)..<end, with: bytes)
            state.files[path] = all
        }
    }

    func seek(to offset: Int64?) -> Int64? {
        stream == nil
            ? place.withLock { place in
                if let offset { place = Int(offset) }
                return Int64(place)
            } : nil
    }

    func facts() throws(FileError) -> FileFacts {
        if let facts = try machine.facts(of: path, followingLinks: true) { return facts }
        return FileFacts(
            .other, mode: 0o600, inode: UInt64(stream?.rawValue ?? 9), owner: machine.user, size: 0, modified: 0)
    }

    func truncate(to length: Int64) throws(FileError) {
        machine.state.withLock { $0.files[path] = Array(($0.files[path] ?? []).prefix(Int(length))) }
    }

    func sync(dataOnly: Bool) throws(FileError) {}
    func setModified(_ secondsSince1970: Int64) throws(FileError) {}
    func flush() throws(FileError) {}
    func duplicate() throws(FileError) -> any MachineFile { self }
    var isTerminal: Bool { machine.state.withLock(\.isTerminal) && stream != nil }
    var isReadable: Bool { true }
    var waitingBytes: Int { bytes().count }
    var isWritable: Bool { mode.contains(.writing) }
}
