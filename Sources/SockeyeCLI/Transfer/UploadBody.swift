internal import Sockeye

/// Makes the bodies that `-T` and `-F` ask for.
enum UploadBody {
    // MARK: -T

    /// The URL with the file's name behind its path when that ends in a slash, or is missing: curl's rule.
    static func url(_ url: String, for path: String) -> String {
        let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
        let end = url[start...].firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
        let place = url[start..<end]
        guard let slash = place.lastIndex(of: "/") else {
            return url[..<end] + "/" + encoded(path) + url[end...]
        }
        guard place.index(after: slash) == place.endIndex else { return url }
        return url[..<end] + encoded(path) + url[end...]
    }

    private static func encoded(_ path: String) -> String {
        PercentEncoding.encode(path.split(separator: "/").last.map(String.init) ?? "", .allButUnreserved)
    }

    /// A file's body from `offset` on, and how long all of the file is.
    static func body(
        of source: UploadSource, from offset: Int64, makesLineEnds: Bool
    ) throws(TransferFailure) -> (body: RequestBody, length: Int64?) {
        switch source {
        case .nothing: return (.none, nil)
        case .standardInput:
            let body = RequestBody.standardInput
            return (makesLineEnds ? body.withLineEnds : body, nil)
        case .file(let path):
            let length: Int64?
            do throws(RequestBodyError) {
                length = try FileRange(path: path)?.length
            } catch {
                throw failure(error)
            }
            if let length, offset > 0, offset >= length {
                throw TransferFailure(.partialFile, "File already completely uploaded")
            }
            let body = RequestBody.file(path: path, offset: offset)
            return (makesLineEnds ? body.withLineEnds : body, length)
        }
    }

    /// curl's words for a file that cannot be read, and ours for the rest.
    static func failure(_ error: RequestBodyError) -> TransferFailure {
        if case .illegalPart = error { return TransferFailure(.badFunctionArgument, "\(error)") }
        guard case .file(let error) = error else { return TransferFailure(.readError, "\(error)") }
        return TransferFailure(.readError, "Can't open '\(error.path)': \(IOError.message(for: error.errorNumber))")
    }

    // MARK: -F

    /// The form, its files looked at and not read; those behind "<" as curl has it.
    ///
    /// - Parameter type: what `-H Content-Type:` says it is, if it does.
    static func form(
        _ tree: FormTree, type: String?, escapesByBackslash: Bool
    ) throws(TransferFailure) -> RequestBody {
        do throws(RequestBodyError) {
            let subtype = type.map { self.subtype(String($0.prefix { $0 != ";" })) } ?? .formData
            return try MultipartBody(
                try form(tree.all, subtype, escapesByBackslash ? .backslash : .percent)
            ).requestBody
        } catch {
            throw failure(error)
        }
    }

    private static func form(
        _ nodes: [FormTree.Node], _ subtype: MultipartForm.Subtype, _ style: MultipartForm.NameStyle
    ) throws(RequestBodyError) -> MultipartForm {
        var parts: [MultipartPart] = []
        parts.reserveCapacity(nodes.count)
        for node in nodes { parts.append(try part(node, style)) }
        var form = MultipartForm(subtype: subtype, parts)
        form.nameStyle = style
        return form
    }

    private static func part(
        _ node: FormTree.Node, _ style: MultipartForm.NameStyle
    ) throws(RequestBodyError) -> MultipartPart {
        // RFC 7578 section 5.1: names are UTF-8; others would be mangled on the way.
        let fileName = node.fileName.flatMap { String(validating: $0, as: UTF8.self) }
        guard let name = String(validating: node.name, as: UTF8.self), (fileName == nil) == (node.fileName == nil)
        else {
            throw .illegalPart("the name of a part of the form, or of its file, is not UTF-8")
        }
        var part: MultipartPart
        switch node.content {
        case .bytes(let bytes):
            part = .bytes(
                name, bytes, fileName: fileName,
                contentType: node.type ?? fileName.flatMap(MediaTypeTable.builtInType) ?? "")
        case .file(let path):
            part = .file(
                name, path: path, fileName: fileName,
                contentType: node.type ?? MediaTypeTable.builtInType(forName: fileName ?? path)
                    ?? MediaTypeTable.builtInType(forName: path) ?? MediaTypeTable.unknown)
        case .contents(let path):
            // As curl: the type of a field is told only when it is more than text.
            let type = MediaTypeTable.builtInType(forName: path)
            part = .file(name, path: path, contentType: node.type ?? (type == "text/plain" ? "" : type) ?? "")
            part.fileName = nil
        case .parts(let nodes):
            part = .form(name, try form(nodes, subtype(node.type), style))
        }
        for line in node.headers { try part.add(line) }
        if let encoder = node.encoder {
            guard let encoding = MultipartPart.Encoding(rawValue: encoder.lowercased()) else {
                throw .illegalPart("'\(encoder)' is no encoder: binary, 8bit, 7bit, base64 or quoted-printable")
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

extension MultipartPart {
    /// Adds `Name: value`.
    fileprivate mutating func add(_ line: String) throws(RequestBodyError) {
        guard let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon])) else {
            throw .illegalPart("'\(line)' is not a field of a part (write 'Name: value')")
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
    /// `--crlf`: this body with every line feed behind a carriage return; its length is not known beforehand.
    fileprivate var withLineEnds: RequestBody {
        switch content {
        case .none, .bytes: return self
        case .stream(let pieces): return .stream(LineEndPieces(base: pieces), isReplayable: isReplayable)
        case .segments(let segments):
            let pieces = MultipartPieces(segments.map { .segment($0) })
            return .stream(LineEndPieces(base: pieces), isReplayable: isReplayable)
        }
    }
}

/// Pieces whose line feeds have a carriage return before them.
private struct LineEndPieces: AsyncSequence, Sendable {
    let base: any AsyncSequence<[UInt8], any Error> & Sendable

    func makeAsyncIterator() -> Iterator {
        Iterator(base: base.makeAsyncIterator())
    }

    struct Iterator: AsyncIteratorProtocol {
        var base: any AsyncIteratorProtocol<[UInt8], any Error>
        /// The byte before, across pieces.
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
