internal import Glibc
internal import Sockeye
internal import SockeyeIO
internal import SockeyeRecording
internal import SockeyeTransfers
internal import Synchronization

/// What a recorded run finds of the user's files and folders: noted once each, before the run changes them.
enum RunFiles {
    /// The largest file that is copied into the recording; of a larger one its size is noted.
    private static let mostBytes: Int64 = 16 << 20

    private static let noted = Mutex<Set<String>>([])

    /// Notes a file that is read, or a folder.
    static func note(_ path: String) {
        guard let recorder = RunTape.recorder, !["", "-", ".", "/"].contains(path), isNew(path),
            let facts = (try? FileFacts(of: path)) ?? nil
        else { return }
        switch facts.kind {
        case .folder: recorder.note(.file, [.init("name", path), .init("kind", "folder")])
        case .regular:
            let bytes = facts.size <= mostBytes ? try? InputFile.read(path, isNoted: false) : nil
            let contents = bytes.map { RecordingEntry.Value("bytes", $0) } ?? .init("size", facts.size)
            recorder.note(
                .file,
                [
                    .init("name", path), contents, .init("modified", facts.modifiedSeconds),
                    .init("mode", Int64(facts.mode)),
                ])
        case .link, .other: break
        }
    }

    /// Notes a folder with what is in it, as far as it goes into an archive.
    static func note(tree path: String, depth: Int = 64) {
        note(path)
        guard depth > 0, RunTape.recorder != nil, ((try? FileFacts(of: path)) ?? nil)?.kind == .folder,
            let stream = opendir(path)
        else { return }
        var names: [String] = []
        while let entry = readdir(stream) {
            // SAFETY: an entry is valid until the next call, and its name is NUL-terminated and copied.
            let octets = withUnsafeBytes(of: entry.pointee.d_name) { $0.prefix { $0 != 0 }.map(\.self) }
            names.append(String(decoding: octets, as: UTF8.self))
        }
        closedir(stream)
        for name in names.sorted() where name != "." && name != ".." { note(tree: "\(path)/\(name)", depth: depth - 1) }
    }

    /// Notes the folder of a file that is written.
    static func note(folderOf path: String) { note(OutputFolder.folder(of: path)) }

    /// Notes a file that is written: with its folder, and what earlier runs left of it.
    static func note(output path: String) {
        if RunTape.recorder == nil { return }
        note(folderOf: path)
        if FileOutput.isSpecial(path) { return }
        for name in DownloadDestination.file(path).writtenPaths { note(name) }
    }

    /// Notes when a file was modified, which is all that `-z` wants of it.
    static func note(timeOf path: String) {
        guard let recorder = RunTape.recorder, let facts = (try? FileFacts(of: path)) ?? nil, facts.kind == .regular
        else { return }
        recorder.note(
            .file, [.init("name", path), .init("size", facts.size), .init("modified", facts.modifiedSeconds)])
    }

    /// Whether nobody asked for the path before: what the run itself wrote since isn't the user's.
    private static func isNew(_ path: String) -> Bool { noted.withLock { $0.insert(path).inserted } }
}
