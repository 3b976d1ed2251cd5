internal import SockeyeIO
internal import Synchronization

/// A machine whose files, variables and clock are on the tape: what is read through it is in the recording, and a replay gets it
/// from there.
struct TapedMachine: Machine {
    let base: any Machine
    let tape: RunTape

    func variable(_ name: String) -> [UInt8]? { tape.variable(name) { base.variable(name) } }
    var variables: [[UInt8]] { base.variables }
    var workingFolder: String? { base.workingFolder }
    func enter(_ folder: any MachineFile) throws(FileError) { try base.enter(folder) }

    func open(
        _ path: String, _ mode: FileMode, permissions: UInt32, contents: FileContents, until deadline: Deadline?
    ) throws(FileError) -> any MachineFile {
        let place = contents == .own ? path : tape.place(of: path)
        let file = try base.open(place, mode, permissions: permissions, contents: contents, until: deadline)
        return taped(file, as: path, contents)
    }

    private func taped(_ file: any MachineFile, as path: String, _ contents: FileContents) -> any MachineFile {
        contents == .own || !tape.isNoting ? file : TapedFile(file, as: path, contents, tape)
    }

    func facts(of path: String, followingLinks: Bool) throws(FileError) -> FileFacts? {
        try base.facts(of: path, followingLinks: followingLinks)
    }

    func modificationTime(of path: String) throws(FileError) -> Int64? {
        try base.modificationTime(of: tape.place(of: path))
    }

    func names(in folder: String, limit: Int) throws(FileError) -> [String] { try base.names(in: folder, limit: limit) }

    func check(_ path: String, for mode: FileMode) throws(FileError) { try base.check(path, for: mode) }
    func resolved(_ path: String) throws(FileError) -> String { try base.resolved(path) }

    func makeFolder(_ path: String, permissions: UInt32) throws(FileError) {
        try base.makeFolder(path, permissions: permissions)
    }

    func makeScratchFolder(_ prefix: String) throws(FileError) -> String { try base.makeScratchFolder(prefix) }
    func rename(_ path: String, to new: String) throws(FileError) { try base.rename(path, to: new) }
    func link(_ path: String, as new: String) throws(FileError) { try base.link(path, as: new) }
    func setAttribute(_ name: String, to value: [UInt8], of path: String) throws(FileError) {
        try base.setAttribute(name, to: value, of: path)
    }

    func replace(_ path: String, with bytes: [UInt8], mode: UInt32, until deadline: Deadline) throws(IOError) {
        try base.replace(path, with: bytes, mode: mode, until: deadline)
    }

    func hold(_ bytes: [UInt8]) throws(FileError) -> String { try base.hold(bytes) }
    func remove(_ path: String) throws(FileError) { try base.remove(path) }

    func file(of stream: StandardStream, contents: FileContents) -> any MachineFile {
        taped(base.file(of: stream, contents: contents), as: "-", contents)
    }
    func redirect(_ stream: StandardStream, to file: any MachineFile) { base.redirect(stream, to: file) }
    var windowSize: WindowSize? { base.windowSize }

    func withoutEcho(on file: any MachineFile, isByKey: Bool, _ work: () -> Void) -> Bool {
        base.withoutEcho(on: file, isByKey: isByKey, work)
    }

    var timeOfDay: TimeOfDay { tape.timeOfDay ?? base.timeOfDay }
    func sleep(_ duration: Duration) { base.sleep(duration) }
    func random() -> UInt64 { base.random() }

    func catchSignals() { base.catchSignals() }
    var caughtSignal: Int32? { base.caughtSignal }
    func end(bySignal number: Int32) { base.end(bySignal: number) }
    var process: ProcessIdentity { base.process }
    func isRunning(_ process: ProcessIdentity) -> Bool? { base.isRunning(process) }
    var descriptorLimit: Int { base.descriptorLimit }
    var user: UInt32 { base.user }
}

/// A file of which the tape gets what is read.
private final class TapedFile: MachineFile {
    private let base: any MachineFile
    let path: String
    private let contents: FileContents
    private let tape: RunTape

    private struct Held {
        /// What is noted as a whole at the end.
        var bytes: [UInt8] = []
        var hasNoted = false
        /// Whether the end was read, or the list is too long for a whole, and is read again.
        var isOver = false
    }

    private let held = Mutex(Held())

    init(_ base: any MachineFile, as path: String, _ contents: FileContents, _ tape: RunTape) {
        (self.base, self.path, self.contents, self.tape) = (base, path, contents, tape)
    }

    func readNext(_ count: Int, until deadline: Deadline) throws(FileError) -> [UInt8] {
        let bytes = try base.readNext(count, until: deadline)
        note(bytes)
        return bytes
    }

    func read(_ count: Int, at offset: Int64) throws(FileError) -> [UInt8] {
        let bytes = try base.read(count, at: offset)
        note(bytes)
        return bytes
    }

    /// - Parameter bytes: none at the end of the file.
    private func note(_ bytes: [UInt8]) {
        // Of a list, only the second reading is of the run.
        let isCheck = contents == .list && tape.recorder == nil
        let isWhole = isCheck || contents == .netrc || contents == .cookies
        let noted = held.withLock { held -> [UInt8]? in
            let isOver = held.isOver
            held.isOver = bytes.isEmpty || isOver
            if isWhole {
                held.bytes += bytes
                if isCheck, held.bytes.count > KeptInput.longestInMemory { held = Held(isOver: true) }
                return held.isOver && !isOver ? held.bytes : nil
            }
            // An empty file is another thing than none.
            defer { held.hasNoted = true }
            return bytes.isEmpty && (held.hasNoted || isOver) ? nil : bytes
        }
        if let noted { tape.note(noted, of: path, contents) }
    }

    /// `nil`: what is read elsewhere would not be noted.
    var descriptor: Int32? { nil }
    func writeNext(_ bytes: RawSpan, until deadline: Deadline) throws(FileError) -> Int {
        try base.writeNext(bytes, until: deadline)
    }
    func write(_ bytes: [UInt8], at offset: Int64) throws(FileError) { try base.write(bytes, at: offset) }
    func seek(to offset: Int64?) -> Int64? { base.seek(to: offset) }
    func facts() throws(FileError) -> FileFacts { try base.facts() }
    func truncate(to length: Int64) throws(FileError) { try base.truncate(to: length) }
    func sync(dataOnly: Bool) throws(FileError) { try base.sync(dataOnly: dataOnly) }
    func setModified(_ secondsSince1970: Int64) throws(FileError) { try base.setModified(secondsSince1970) }
    func flush() throws(FileError) { try base.flush() }
    func duplicate() throws(FileError) -> any MachineFile { TapedFile(try base.duplicate(), as: path, contents, tape) }
    var isTerminal: Bool { base.isTerminal }
    var isReadable: Bool { base.isReadable }
    var waitingBytes: Int { base.waitingBytes }
    var isWritable: Bool { base.isWritable }
}
