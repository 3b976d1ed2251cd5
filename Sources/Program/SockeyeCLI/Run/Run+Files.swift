internal import Sockeye
internal import SockeyeIO
internal import SockeyeRecording
internal import SockeyeTransfers

// What a recorded run finds of the user's files and folders: noted once each, before the run changes them.
extension Run {
    /// The largest file that is copied into the recording; of a larger one its size is noted.
    private static let byteLimit: Int64 = 16 << 20

    /// Notes a file that is read elsewhere than here, or a folder.
    func note(file path: String) {
        guard let recorder = tape.recorder, !["", "-", ".", "/"].contains(path), tape.isNew(path),
            let facts = machine.knownFacts(of: path)
        else { return }
        // Archives have them of folders too.
        let attributes: [RecordingEntry.Value] = [
            .init("modified", facts.modifiedSeconds), .init("mode", Int64(facts.mode)),
        ]
        switch facts.kind {
        case .folder: recorder.note(.file, [.init("name", path), .init("kind", "folder")] + attributes)
        case .regular:
            let bytes = facts.size <= Self.byteLimit ? try? machine.read(path, .own) : nil
            let contents = bytes.map { RecordingEntry.Value("bytes", $0) } ?? .init("size", facts.size)
            recorder.note(.file, [.init("name", path), contents] + attributes)
        case .link, .other: break
        }
    }

    /// Notes a folder with what is in it, as far as it goes into an archive.
    func note(tree path: String, depth: Int = 64) {
        note(file: path)
        guard depth > 0, tape.recorder != nil, machine.knownFacts(of: path)?.kind == .folder,
            let names = try? machine.names(in: path, limit: .max)
        else { return }
        for name in names.sorted() { note(tree: "\(path)/\(name)", depth: depth - 1) }
    }

    /// Notes the folder of a file that is written.
    func note(folderOf path: String) { note(file: OutputFolder.folder(of: path)) }

    /// Notes a file that is written: with its folder, and what earlier runs left of it.
    func note(output path: String) {
        if tape.recorder == nil { return }
        note(folderOf: path)
        if machine.isSpecial(path) { return }
        for name in DownloadDestination.file(path).writtenPaths { note(file: name) }
    }

    /// Notes when a file was modified, which is all that `-z` wants of it.
    func note(timeOf path: String) {
        guard let recorder = tape.recorder, let facts = machine.knownFacts(of: path), facts.kind == .regular
        else { return }
        recorder.note(
            .file, [.init("name", path), .init("size", facts.size), .init("modified", facts.modifiedSeconds)])
    }
}
