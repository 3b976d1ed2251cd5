internal import Sockeye

/// The files that a request is made of, which its answer must not be written over.
///
/// They are compared as files, not as names: a link to one of them is that file (`stat(2)`).
enum RequestInputs {
    /// What `-T`, `-F` and `-d` read.
    static func files(of operation: TransferSettings, _ target: TransferTarget) -> [String] {
        var files: [String] = []
        if case .file(let path) = target.upload { files.append(path) }
        if let form = operation.upload.form { files += form.all.flatMap(files(in:)) }
        if let data = operation.data { files += data.pieces.compactMap(file(in:)) }
        return files
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
        case .encoded(let data): if case .file(let path) = data.source, path != "-" { path } else { nil }
        case .bytes, .appended: nil
        }
    }

    /// Refuses an output that is one of the files, or whose partial file or record would take one's place.
    static func check(_ inputs: [String], against output: String) throws(OutputError) {
        for name in [output, output + PartialFile.suffix, output + PartialFile.recordSuffix] {
            // What cannot be looked at is refused when it is opened.
            guard let facts = (try? FileFacts(of: name)) ?? nil, facts.kind == .regular else { continue }
            for input in inputs where ((try? FileFacts(of: input)) ?? nil)?.identity == facts.identity {
                throw .isInput(path: output, input: input)
            }
        }
    }
}
