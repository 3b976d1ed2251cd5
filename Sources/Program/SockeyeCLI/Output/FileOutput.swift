internal import SockeyeIO
internal import SockeyeTransfers

/// Opens, writes and renames the program's output. Nothing else does.
///
/// ```
///            regular file, or none yet              /dev/null, pipe, terminal, /dev/stdout
/// open ──→ NAME.part, locked ──write──→ …           open ──→ NAME itself ──write──→ …
///               │ complete()                             │ complete()
///               ▼                                        ▼
///          renamed to NAME                            closed
///
/// dropped before complete(): NAME is untouched; NAME.part stays if it has bytes, so that a resume
/// can use it, and is removed if it is empty and this run created it.
/// ```
/// Nothing is opened before the first byte or `complete()`, so a refused request leaves no trace.
struct FileOutput: ~Copyable {
    private enum Place {
        case standardOutput(refusesBinary: Bool)
        case standardError
        case file(name: String)
        case appending(name: String)
        case growing(name: String)
        case nothing
    }

    private let machine: any Machine
    private let place: Place
    private let replacesExisting: Bool
    /// Whether the user chose the name: then symbolic links are followed, and devices and pipes written to.
    private let followsLink: Bool
    private let mode: UInt32
    private var file: (any MachineFile)?
    /// Set while a partial file is open.
    private var partial: PartialFile?
    /// Bytes written so far.
    private(set) var written: Int64 = 0
    /// What the file had before, if it is one that grows.
    private var lengthBefore: Int64?
    /// The time by which the reader of a pipe must have taken the bytes.
    var deadline = Deadline.never

    /// Standard output; with `refusesBinary`, a chunk that contains NUL isn't written to a terminal.
    static func standardOutput(on machine: any Machine, refusesBinary: Bool) -> FileOutput {
        FileOutput(.standardOutput(refusesBinary: refusesBinary), machine)
    }

    /// Standard error.
    static func standardError(on machine: any Machine) -> FileOutput { FileOutput(.standardError, machine) }

    /// The file `name`; a relative one is in the working folder.
    ///
    /// - Parameters:
    ///   - replacesExisting: whether an existing file of that name is replaced.
    ///   - followsLink: whether the user chose the name. A name that a server chose never leads through a symbolic link
    ///     or to a pipe or device.
    ///   - mode: the permissions of a new file, less the umask.
    static func file(
        _ name: String, on machine: any Machine, replacesExisting: Bool = true, followsLink: Bool = true,
        mode: UInt32 = 0o666
    ) -> FileOutput {
        FileOutput(.file(name: name), machine, replacesExisting: replacesExisting, followsLink: followsLink, mode: mode)
    }

    /// No output: bytes are only counted.
    static func nothing(on machine: any Machine) -> FileOutput { FileOutput(.nothing, machine) }

    /// Appends to the file `name`, created if missing: curl's `-C N`.
    static func appending(to name: String, on machine: any Machine, mode: UInt32 = 0o666) -> FileOutput {
        FileOutput(.appending(name: name), machine, mode: mode)
    }

    /// The file `name` itself, which others may read as it grows, and which keeps what it got whatever happens then: for
    /// streams without an end.
    static func growing(_ name: String, on machine: any Machine, mode: UInt32 = 0o666) -> FileOutput {
        FileOutput(.growing(name: name), machine, mode: mode)
    }

    private init(
        _ place: Place, _ machine: any Machine, replacesExisting: Bool = true, followsLink: Bool = true,
        mode: UInt32 = 0o666
    ) {
        (self.place, self.machine, self.mode) = (place, machine, mode)
        (self.replacesExisting, self.followsLink) = (replacesExisting, followsLink)
    }

    /// Writes all of `bytes`.
    mutating func write(_ bytes: RawSpan) throws(OutputError) {
        if bytes.byteCount == 0 { return }
        if case .nothing = place {
            written += Int64(bytes.byteCount)
            return
        }
        if case .standardOutput(refusesBinary: true) = place, machine.file(of: .output).isTerminal, Self.holdsNUL(bytes)
        {
            throw .binaryToTerminal
        }
        try openIfNeeded()
        if let partial {
            try OutputError.wrapping(on: machine) { () throws(DownloadError) in try partial.write(bytes, at: written) }
            written += Int64(bytes.byteCount)
            return
        }
        guard let file else { return }
        var rest = bytes
        while rest.byteCount > 0 {
            do throws(FileError) {
                let count = try file.writeNext(rest, until: deadline)
                written += Int64(count)
                rest = rest.extracting(droppingFirst: count)
            } catch {
                if error.isBrokenPipe, case .standardOutput = place { throw .readerGone }
                throw error.isTimeout ? .timedOut(path: shownName) : OutputError(error, shownName)
            }
        }
    }

    /// Writes all of `bytes`.
    mutating func write(_ bytes: [UInt8]) throws(OutputError) { try write(bytes.span.bytes) }

    /// Whether the output is `/dev/null`. Opens devices and standard streams to find out.
    var isNullDevice: Bool {
        mutating get throws(OutputError) {
            switch place {
            case .nothing: return true
            case .file(let name) where followsLink && machine.isSpecial(name): try openIfNeeded()
            case .standardOutput, .standardError: try openIfNeeded()
            case .file, .appending, .growing: return false
            }
            // In place of a closed standard output it is open for reading only, so that writing fails.
            return file.map { (try? $0.facts())?.isNullDevice == true && $0.isWritable } ?? false
        }
    }

    /// Counts bytes that needn't be written, since ``isNullDevice`` is true.
    mutating func dropped(_ count: Int64) { written += count }

    /// Ends a complete body: an empty one creates an empty file; a partial file gets its final name (`rename(2)`).
    ///
    /// - Parameter modified: the file's modification time, in seconds since 1970; the current time by default.
    mutating func complete(modified: Int64? = nil) throws(OutputError) {
        try openIfNeeded()
        if let partial {
            try OutputError.wrapping(on: machine) { [replacesExisting] () throws(DownloadError) in
                try partial.commit(isDurable: false, modified: modified, keepsExisting: !replacesExisting)
            }
            self.partial = nil
        }
        guard let file = file.take() else { return }
        do throws(FileError) {
            try file.flush()
        } catch {
            throw OutputError(error, shownName)
        }
    }

    /// Gives a file that isn't complete its name.
    mutating func nameUnfinished() { if partialName != nil { try? complete() } }

    /// Takes back what was written, so that another attempt can write it. False if that is too late: a reader has it.
    mutating func takeBack() -> Bool {
        if written == 0 { return true }
        switch place {
        case .nothing: return true
        // The next attempt begins the partial file anew.
        case .file where partial != nil: return true
        // As in curl, the file is again as long as it was.
        case .appending:
            guard let lengthBefore, (try? file?.truncate(to: lengthBefore)) != nil else { return false }
            written = 0
            return true
        case .file, .standardOutput, .standardError, .growing: return (try? isNullDevice) ?? false
        }
    }

    /// Removes the partial file.
    mutating func discard() {
        partial?.discard()
        partial = nil
    }

    /// The name of the partial file that a failure leaves behind, if it has bytes.
    var partialName: String? { written > 0 ? partial?.path : nil }

    private var shownName: String {
        switch place {
        case .standardOutput: "standard output"
        case .standardError: "standard error"
        case .file(let name): partial?.path ?? name
        case .appending(let name), .growing(let name): name
        case .nothing: "nothing"
        }
    }

    // MARK: Opening

    private mutating func openIfNeeded() throws(OutputError) {
        if file != nil || partial != nil { return }
        switch place {
        case .standardOutput: file = machine.file(of: .output)
        case .standardError: file = machine.file(of: .error)
        case .file(let name), .appending(let name), .growing(let name):
            // Only the descriptor knows where the others that write to the file are.
            if followsLink { file = try OpenFile.duplicate(of: name, on: machine) }
            if file == nil { try openByName(name) }
        case .nothing: break
        }
    }

    private mutating func openByName(_ name: String) throws(OutputError) {
        switch place {
        case .file: try openFile(name)
        case .appending:
            let file = try open(name, [.writing, .creating, .appending, .withoutWaiting])
            if let facts = try? file.facts(), facts.kind == .regular { lengthBefore = facts.size }
            self.file = file
        case .growing: file = try open(name, [.writing, .creating, .emptied, .withoutWaiting])
        case .nothing, .standardOutput, .standardError: break
        }
    }

    private func open(_ name: String, _ way: FileMode) throws(OutputError) -> any MachineFile {
        do throws(FileError) {
            return try machine.open(name, way, permissions: mode, contents: .own, until: nil)
        } catch {
            throw OutputError(error, name)
        }
    }

    /// Opens a device or a pipe directly, anything else as a partial file.
    private mutating func openFile(_ name: String) throws(OutputError) {
        if followsLink, machine.isSpecial(name) {
            file = try open(name, Self.straight)
            return
        }
        partial = try OutputError.wrapping(on: machine) {
            [mode, replacesExisting, followsLink] () throws(DownloadError) in
            let partial = try PartialFile(
                of: name, replacesExisting: replacesExisting, followsLink: followsLink, newFileMode: mode)
            if !partial.isNew { try partial.restart() }
            return partial
        }
    }

    /// Opens a named pipe if it has a reader (`fifo(7)`); false if it has none. Anything else is opened when the first
    /// byte arrives, and returns true.
    mutating func opensPipe() throws(OutputError) -> Bool {
        guard file == nil, partial == nil, let name = pipeName else { return true }
        do throws(FileError) {
            file = try machine.open(name, Self.straight)
            return true
        } catch {
            if error.hasNoReader { return false }
            throw OutputError(error, name)
        }
    }

    /// The name of the output if it is a pipe.
    var pipeName: String? {
        let name: String
        switch place {
        case .file(let given) where followsLink: name = given
        case .appending(let given), .growing(let given): name = given
        default: return nil
        }
        return machine.isPipe(name) ? name : nil
    }

    /// Without blocking: a pipe that is full or has no reader would block the thread longer than `-m` allows.
    private static let straight: FileMode = [.writing, .withoutWaiting]

    // MARK: Helpers

    private static func holdsNUL(_ bytes: RawSpan) -> Bool {
        // SAFETY: the buffer is only searched while the span lives.
        bytes.withUnsafeBytes { $0.contains(0) }
    }
}

extension OutputError {
    /// Runs a call of the library and translates its error to an output's.
    fileprivate static func wrapping<Value>(
        on machine: any Machine, _ work: () throws(DownloadError) -> Value
    ) throws(OutputError) -> Value {
        do throws(DownloadError) {
            return try work()
        } catch {
            switch error {
            case .isFolder(let path): throw .isFolder(path: path)
            case .notAFile(let path):
                let facts = machine.knownFacts(of: path, followingLinks: false)
                throw facts?.kind == .link ? .danglingLink(path: path) : .unusable("\(error)")
            case .busy(let path): throw .busy(path: path)
            case .fileExists(let path): throw .isThere(path: path)
            case .notOurs: throw .unusable("\(error)")
            case .file(let error): throw OutputError(error, error.path)
            default: throw .failed(call: "write", path: "output", reason: "\(error)")
            }
        }
    }
}
