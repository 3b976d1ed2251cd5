internal import Sockeye
internal import SockeyeIO

/// The files that a request reads, which its response must not overwrite.
///
/// Compared by file identity, not by name: a link to one of them counts (`stat(2)`).
enum RequestInputs {
    /// The files that `-T`, `-F`, `-d`, `--url-query` and `--from-har` read.
    static func files(of operation: TransferSettings, _ target: TransferTarget) -> [String] {
        var files: [String] = []
        if case .file(let path) = target.upload { files.append(path) }
        if let form = operation.upload.form { files += form.all.flatMap(files(in:)) }
        if let data = operation.data { files += data.pieces.compactMap(file(in:)) }
        files += operation.content.queries.compactMap(file(in:))
        if let archive = operation.archive, archive != "-" { files.append(archive) }
        return files
    }

    /// The lists of `--input-file` that an output of this name could replace. By name first: thousands of files may come from one.
    static func lists(of operation: TransferSettings, namedLike output: String) -> [String] {
        operation.lists.map(\.path).filter { lastPart($0) == lastPart(output) }
    }

    private static func lastPart(_ path: String) -> Substring {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.index(after: $0)...] } ?? path[...]
    }

    private static func files(in node: FormTree.Node) -> [String] {
        switch node.content {
        case .bytes: []
        case .file(let path), .contents(let path): [path]
        case .parts(let nodes): nodes.flatMap(files(in:))
        }
    }

    private static func file(in piece: RequestData.Piece) -> String? {
        switch piece {
        case .file(let path, _), .appendedFile(let path): path == "-" ? nil : path
        case .encoded(let data): file(in: data)
        case .bytes, .appended: nil
        }
    }

    private static func file(in data: EncodedData) -> String? {
        if case .file(let path) = data.source, path != "-" { path } else { nil }
    }
}

extension Machine {
    /// Whether both names are of one regular file, or of one that isn't there yet.
    func areSame(_ name: String, _ other: String) -> Bool {
        guard let facts = knownFacts(of: name) else {
            return OutputFolder.normalized(name) == OutputFolder.normalized(other)
        }
        return facts.kind == .regular && OpenFile.stream(of: name, facts, on: self) == nil
            && knownFacts(of: other)?.identity == facts.identity
    }

    /// Refuses an output that is one of the files, or whose partial file or record would replace one.
    func keep(_ inputs: [String], from output: String) throws(OutputError) {
        for name in DownloadDestination.file(output).writtenPaths {
            // An inaccessible file is refused when it is opened.
            guard let facts = knownFacts(of: name), facts.kind == .regular else { continue }
            for input in inputs where knownFacts(of: input)?.identity == facts.identity {
                throw .isInput(path: output, input: input)
            }
        }
    }
}
