internal import Sockeye
internal import SockeyeFields
internal import SockeyeIO

/// Chooses the file that a transfer's body goes to, and refuses one that must not be overwritten.
struct BodyDestination {
    let item: TransferItem

    private var run: Run { item.run }
    private var machine: any Machine { item.machine }
    private var operation: TransferSettings { item.operation }
    private var target: TransferTarget { item.target }

    /// The file for the body; `nil` for standard output, or if the response names the file.
    func fileName() throws(OutputError) -> String? { try choose(try givenName()) }

    /// The name to use: with `--no-clobber` another one where a file has it.
    func choose(_ path: String?) throws(OutputError) -> String? {
        guard let path else { return nil }
        if operation.download.keepsExisting { return try item.context.names.choose(for: path) }
        // Who knows the URL may have put a link there, and rename(2) has none of the system's protection of open(2) against it.
        if target.output == .remoteName, let facts = machine.knownFacts(of: path, followingLinks: false),
            facts.isLinkOfAnother
        {
            throw .unusable("\(path) is a symbolic link of another user; remove it, or name the file with -o")
        }
        return path
    }

    /// The file as the user named it; `nil` for standard output, or if the response names the file.
    func givenName() throws(OutputError) -> String? {
        // The name comes with the response.
        if item.isNamedByAnswer {
            if let folder {
                run.note(file: folder)
                if makesFolders { try machine.makeParents(of: folder + "/x") }
            }
            return nil
        }
        guard let path = try target.path(named: item.url, in: folder).map(run.tape.place) else { return nil }
        note(path)
        if makesFolders { try machine.makeParents(of: path) }
        return path
    }

    /// The folder of a list's `dir=`, or of `--output-dir`; `nil` for the working folder.
    var folder: String? {
        guard let folder = target.folder ?? operation.outputFolder, !folder.isEmpty else { return nil }
        return run.tape.place(of: folder)
    }

    /// `--create-dirs`, which `dir=` implies, but a dry run writes nothing.
    private var makesFolders: Bool { (operation.createsFolders || target.folder != nil) && !item.settings.isDryRun }

    /// Redirects the sink to the file that the response names. False if it exists and is to be skipped.
    ///
    /// - Parameter isRedirected: whether a redirect led to the response.
    func turn(_ sink: BodySink, by response: Response, isRedirected: Bool) throws(OutputError) -> Bool {
        // As in curl, without a name it is that of the last redirect; made safe like any other from a server.
        var name = FileName.suggested(by: response.head)
        if name == nil, !isRedirected { name = try RemoteName.from(url: item.url) }
        if name == nil {
            let last = try RemoteName.from(url: response.url.href)
            name = FileName.unreserved(last) ?? last
        }
        let path = run.tape.place(of: OutputFolder.path(name ?? "", in: folder))
        let download = operation.download
        note(path)
        try keepInputs(from: path)
        if skips(path) {
            sink.isBodyAbsent = true
            return false
        }
        let deadline = sink.deadline
        sink.turn(
            to: download.keepsExisting ? try item.context.names.choose(for: path) : path,
            replacesExisting: download.replacesExisting, mode: operation.fileMode)
        sink.deadline = deadline
        return true
    }

    /// Releases a name that `--no-clobber` chose.
    func giveBack(_ fileName: String?) { item.context.names.giveBack(fileName) }

    /// `--skip-existing`: whether the file already exists.
    func skips(_ fileName: String?) -> Bool {
        guard operation.download.skipsExisting, let fileName, machine.isTaken(fileName) else { return false }
        run.note(
            run.surface == .curl
                ? "skips transfer, \"\(fileName)\" exists locally" : "\(fileName) already exists, skipped")
        return true
    }

    /// Refuses outputs that would overwrite a file that the request reads, or one another.
    func keepInputs(from fileName: String?) throws(OutputError) {
        if let fileName, let other = operation.optionFiles.first(where: { $0.isSame(as: fileName, on: machine) }) {
            throw .unusable("\(fileName) is named by \(other.option) and for the body; give them different names")
        }
        if let fileName, item.settings.transcript.files.contains(where: { machine.areSame(fileName, $0) }) {
            throw .unusable("\(fileName) is for the body, and named by --har or --explain-page too")
        }
        if let fileName, let recording = item.settings.recording.file, machine.areSame(fileName, recording) {
            throw .unusable("\(fileName) is for the body, and named by --record too; record to a file of its own")
        }
        var inputs = RequestInputs.files(of: operation, target)
        if let fileName { inputs += RequestInputs.lists(of: operation, namedLike: fileName) }
        if inputs.isEmpty { return }
        for output in [fileName, operation.headerFile].compactMap(\.self) { try machine.keep(inputs, from: output) }
    }

    /// Notes what the run finds where it writes; with `--no-clobber`, other names count too.
    private func note(_ path: String) {
        run.note(output: path)
        guard run.tape.recorder != nil, operation.download.keepsExisting else { return }
        // Up to the first name that is free.
        for number in 1...100 where number == 1 || machine.isTaken("\(path).\(number - 1)") {
            run.note(file: "\(path).\(number)")
        }
    }
}
