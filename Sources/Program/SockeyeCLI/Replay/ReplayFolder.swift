internal import SockeyeIO
internal import SockeyeRecording

/// The folder in which a replay runs: with the files and folders that the recorded run found, and for those that it writes.
struct ReplayFolder {
    /// More than a path can name.
    private static let deepest = 2_048
    /// A recorded size beyond it isn't believed: 1 TiB.
    private static let byteLimit: Int64 = 1 << 40

    private let folder: ScratchFolder
    /// The folder of the user, to come back to.
    private let origin: (any MachineFile)?
    private let machine: any Machine
    /// What the recorded run found, by name, as it is before the replay changes it.
    private var given: [String: Version] = [:]

    /// Which file has a name, and which bytes, as far as its size and time tell.
    private struct Version: Equatable {
        let identity: FileFacts.Identity
        let size: Int64
        let modified: [Int64]

        /// `nil` if there is none.
        init?(of name: String, on machine: any Machine) {
            guard let facts = machine.knownFacts(of: name) else { return nil }
            (identity, size) = (facts.identity, facts.size)
            modified = [facts.modifiedSeconds, Int64(facts.modifiedNanoseconds)]
        }
    }

    /// Makes the folder, goes there and fills it.
    init(_ recording: Recording, on machine: any Machine) throws(OutputError) {
        self.machine = machine
        do throws(FileError) {
            folder = try ScratchFolder("sockeye-replay", on: machine)
        } catch {
            throw OutputError(error, "a folder for the replay")
        }
        origin = try? machine.open(".", [.reading, .folder])
        do throws(OutputError) {
            do throws(FileError) {
                try machine.enter(try machine.open(folder.path, [.reading, .folder]))
            } catch {
                throw OutputError(error, folder.path)
            }
            try fill(recording)
        } catch {
            remove()
            throw error
        }
    }

    private mutating func fill(_ recording: Recording) throws(OutputError) {
        var contents: [String: [UInt8]] = [:]
        var noted: [RecordingEntry] = []
        for entry in recording.entries {
            guard let name = entry.text("name") else { continue }
            switch entry.kind {
            case .input: contents[name, default: []] += entry.bytes("bytes") ?? []
            case .file:
                let place = RunTape.inside(name)
                if entry.isOfFolder { try machine.makeParents(of: place + "/x") } else { try write(entry, to: place) }
                noted.append(entry)
            default: break
            }
        }
        for (name, bytes) in contents {
            let entry = RecordingEntry(.input, at: 0, [.init("bytes", bytes)])
            try write(entry, to: name == "-" ? RunTape.standardInput : RunTape.inside(name))
        }
        // What is made in a folder changes the folder's time.
        for entry in noted { try settle(entry) }
        // Standard input is what it was; a replay never waits for the user's.
        let input = contents["-"] == nil ? "/dev/null" : RunTape.standardInput
        if let file = try? machine.open(input, .reading) { machine.redirect(.input, to: file) }
    }

    /// Writes the file of an entry; of a file without contents, its size is all that is known.
    private mutating func write(_ entry: RecordingEntry, to name: String) throws(OutputError) {
        guard !name.isEmpty, !name.utf8.contains(0) else { return }
        try machine.makeParents(of: name)
        do throws(FileError) {
            // Nothing in a fresh folder is a link.
            let file = try machine.open(
                name, [.writing, .creating, .emptied, .notThroughLink], permissions: 0o600, contents: .own, until: nil)
            let bytes = entry.bytes("bytes") ?? []
            try file.append(bytes)
            let size = min(entry.number("size") ?? 0, Self.byteLimit)
            if size > bytes.count { try file.truncate(to: size) }
        } catch {
            throw OutputError(error, name)
        }
        given[name] = Version(of: name, on: machine)
    }

    /// Gives a file or folder the permissions and the time that it had, which archives have of it.
    private mutating func settle(_ entry: RecordingEntry) throws(OutputError) {
        let name = RunTape.inside(entry.text("name") ?? "")
        // The replay's own folder stays closed to others.
        guard !OutputFolder.normalized(name).isEmpty, !name.utf8.contains(0) else { return }
        do throws(FileError) {
            let file = try machine.open(name, entry.isOfFolder ? [.reading, .folder] : .reading)
            if let mode = entry.number("mode"), let descriptor = file.descriptor {
                // The replay itself must get in, and read.
                let own: UInt32 = entry.isOfFolder ? 0o700 : 0o400
                let permissions = UInt32(truncatingIfNeeded: mode) & 0o777 | own
                try File(duplicating: descriptor, path: name).setPermissions(permissions)
            }
            if let modified = entry.number("modified") { try file.setModified(modified) }
        } catch {
            throw OutputError(error, name)
        }
        if !entry.isOfFolder { given[name] = Version(of: name, on: machine) }
    }

    /// Files that the run wrote, those that were there before too, besides records of unfinished ones.
    func written() -> [String] {
        var found: [String] = []
        collect(".", into: &found)
        let records = Set(found.filter { $0.hasSuffix(".part") }.map { "\($0.dropLast(5)).sockeye" })
        return found.filter { name in
            guard !records.contains(name) else { return false }
            guard let version = given[name] else { return true }
            return version != Version(of: name, on: machine)
        }.sorted()
    }

    private func collect(_ folder: String, into found: inout [String]) {
        for name in (try? machine.names(in: folder, limit: .max)) ?? [] {
            let path = folder == "." ? name : "\(folder)/\(name)"
            let isFolder = machine.knownFacts(of: path, followingLinks: false)?.kind == .folder
            if isFolder { collect(path, into: &found) } else { found.append(path) }
        }
    }

    /// Goes back to the user's folder.
    func leave() { if let origin { try? machine.enter(origin) } }

    /// Removes the folder with all that is in it.
    func remove() {
        leave()
        folder.remove(depth: Self.deepest)
    }
}

extension RecordingEntry {
    /// Whether it notes a folder, not a file.
    fileprivate var isOfFolder: Bool { text("kind") == "folder" }
}
