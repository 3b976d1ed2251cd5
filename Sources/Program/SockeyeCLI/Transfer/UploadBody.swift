internal import Sockeye
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTransfers
internal import SockeyeURL

/// Builds the bodies of `-T` and `-F`.
enum UploadBody {
    // MARK: -T

    /// The URL that the target's file is sent to, if it sends one.
    static func url(_ url: String, of target: TransferTarget) -> String {
        if case .file(let path) = target.upload { self.url(url, for: path) } else { url }
    }

    /// The URL, with the file's name appended if the path ends in a slash or is missing, as in curl.
    static func url(_ url: String, for path: String) -> String {
        let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
        let end = url[start...].firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
        let place = url[start..<end]
        // As in curl, a URL with a query already says what it means.
        if end < url.endIndex, url[end] == "?" { return url }
        guard let slash = place.lastIndex(of: "/") else { return url[..<end] + "/" + encoded(path) + url[end...] }
        guard place.index(after: slash) == place.endIndex else { return url }
        return url[..<end] + encoded(path) + url[end...]
    }

    private static func encoded(_ path: String) -> String {
        PercentEncoding.encode(path.split(separator: "/").last.map(String.init) ?? "", .allButUnreserved)
    }

    /// A file's body from `offset` on, and the length of the whole file.
    static func body(
        of source: UploadSource, from offset: Int64, _ run: Run
    ) throws -> (body: RequestBody, length: Int64?) {
        switch source {
        case .nothing: return (.none, nil)
        case .standardInput:
            // A recording needs to see what comes.
            let isTaped = run.tape.recorder != nil || run.tape.isReplay
            let input = InputBody(run.machine, offset: offset, isTaped: isTaped)
            let isPlain = run.tape.recorder == nil && offset == 0 && !input.canBeReadAgain
            let body: RequestBody = isPlain ? .standardInput : .stream(input, isReplayable: input.canBeReadAgain)
            return (body, nil)
        case .file(let path):
            run.note(file: path)
            let length = try length(of: path, run.machine)
            if let length, offset > 0, offset >= length {
                throw TransferFailure(.partialFile, "File already completely uploaded")
            }
            return (.file(path: path, offset: offset), length)
        }
    }

    /// The file's length; `nil` if it has none: a pipe, a device.
    private static func length(of path: String, _ machine: any Machine) throws -> Int64? {
        let facts: FileFacts?
        do throws(FileError) {
            facts = try machine.facts(of: path)
        } catch {
            throw RequestBodyError.file(error)
        }
        guard let facts else { throw TransferFailure(.readError, "Can't open '\(path)': No such file or directory") }
        if facts.kind == .folder { throw RequestBodyError.isFolder(path) }
        return facts.kind == .regular ? facts.size : nil
    }

    // MARK: -F

    /// The form. Files are checked but not read yet.
    ///
    /// - Parameter type: the type given by `-H Content-Type:`, if any.
    static func form(
        _ tree: FormTree, type: String?, escapesByBackslash: Bool, _ run: Run
    ) throws(RequestBodyError) -> RequestBody {
        let subtype = type.map { self.subtype(String($0.prefix { $0 != ";" })) } ?? .formData
        var form = try form(tree.all, subtype, escapesByBackslash ? .backslash : .percent, run)
        // A boundary given by -H must be the body's too, or nobody could read it.
        if let own = type.flatMap({ MediaType(parsing: $0) })?["boundary"] { form.boundary = own }
        return try form.requestBody()
    }

    private static func form(
        _ nodes: [FormTree.Node], _ subtype: MultipartForm.Subtype, _ style: MultipartForm.NameStyle, _ run: Run
    ) throws(RequestBodyError) -> MultipartForm {
        var parts: [MultipartPart] = []
        parts.reserveCapacity(nodes.count)
        for node in nodes { parts.append(try part(node, style, run)) }
        var form = MultipartForm(subtype: subtype, parts)
        form.boundary = run.tape.boundary()
        form.nameStyle = style
        return form
    }

    private static func part(
        _ node: FormTree.Node, _ style: MultipartForm.NameStyle, _ run: Run
    ) throws(RequestBodyError) -> MultipartPart {
        if case .file(let path) = node.content { run.note(file: path) }
        if case .contents(let path) = node.content { run.note(file: path) }
        // RFC 7578 section 5.1: names are UTF-8; anything else would be garbled.
        let fileName = node.fileName.flatMap { String(validating: $0, as: UTF8.self) }
        guard let name = String(validating: node.name, as: UTF8.self), (fileName == nil) == (node.fileName == nil)
        else { throw .illegalPart("a field name or file name of the form is not UTF-8") }
        var part: MultipartPart
        switch node.content {
        case .bytes(let bytes):
            part = .bytes(
                name, bytes, fileName: fileName,
                contentType: node.type ?? fileName.flatMap(MediaTypeTable.type(forName:)) ?? "")
        case .file(let path):
            part = .file(
                name, path: run.tape.place(of: path),
                fileName: fileName ?? (run.tape.isReplay ? path.split(separator: "/").last.map { String($0) } : nil),
                contentType: node.type ?? MediaTypeTable.type(forName: fileName ?? path)
                    ?? MediaTypeTable.type(forName: path) ?? MediaTypeTable.unknown)
        case .contents(let path):
            part = .file(name, path: run.tape.place(of: path), contentType: node.contentsType(path))
            part.fileName = nil
        case .parts(let nodes): part = .form(name, try form(nodes, subtype(node.type), style, run))
        }
        for line in node.headers { try part.add(line) }
        if let encoder = node.encoder {
            guard let encoding = MultipartPart.Encoding(rawValue: encoder.lowercased()) else {
                throw .illegalPart("'\(encoder)' is not an encoder; use binary, 8bit, 7bit, base64 or quoted-printable")
            }
            part.encoding = encoding
        }
        return part
    }

    private static func subtype(_ type: String?) -> MultipartForm.Subtype {
        guard let type, type.lowercased().hasPrefix("multipart/") else { return .mixed }
        let rest = type.dropFirst("multipart/".count)
        return rest.lowercased() == "form-data" ? .formData : .other(String(rest))
    }
}

extension TransferFailure {
    /// curl's words for a file that cannot be read, and ours for the rest.
    init(_ error: RequestBodyError) {
        switch error {
        case .illegalPart: self.init(.badFunctionArgument, "\(error)")
        case .file(let error): self.init(.readError, "Can't open '\(error.path)': \(error.reason)")
        default: self.init(.readError, "\(error)")
        }
    }
}

extension FormTree.Node {
    /// The type of a field with a file's contents, empty for none: as in curl, it has one only if it isn't plain text.
    func contentsType(_ path: String) -> String {
        let guess = MediaTypeTable.type(forName: path)
        return type ?? (guess == "text/plain" ? "" : guess) ?? ""
    }
}

extension MultipartPart {
    /// Adds `Name: value`.
    fileprivate mutating func add(_ line: String) throws(RequestBodyError) {
        guard let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon])) else {
            throw .illegalPart("'\(line)' is not a header of a part (write 'Name: value')")
        }
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        do throws(HTTP1Error) {
            fields.append(try HTTPField(checkedName: name.rawName, value: String(value)))
        } catch {
            throw .illegalPart("\(error)")
        }
    }
}

extension RequestBody {
    /// `--crlf`: this body with LF converted to CRLF; its length isn't known in advance.
    var withLineEnds: RequestBody {
        guard let pieces else { return self }
        let body = RequestBody.stream(LineEndPieces(base: pieces), isReplayable: isReplayable)
        return contentType.map(body.typed) ?? body
    }
}

/// Pieces with LF converted to CRLF.
private struct LineEndPieces: AsyncSequence, Sendable {
    let base: any AsyncSequence<[UInt8], any Error> & Sendable

    func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
        var base: any AsyncIteratorProtocol<[UInt8], any Error>
        /// The previous byte, across pieces.
        var last: UInt8 = 0

        mutating func next() async throws -> [UInt8]? {
            guard let piece = try await base.next(isolation: #isolation) else { return nil }
            var converted: [UInt8] = []
            converted.reserveCapacity(piece.count + piece.count / 16)
            for byte in piece {
                if byte == 0x0A, last != 0x0D { converted.append(0x0D) }
                converted.append(byte)
                last = byte
            }
            return converted
        }
    }
}
