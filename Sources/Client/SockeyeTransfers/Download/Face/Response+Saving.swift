internal import HTTPTypes
public import SockeyeClient
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeIO

extension Response {
    /// The file name that the server suggests (Content-Disposition, else the URL's last segment), made safe; `nil` if neither
    /// has a usable one.
    public var suggestedFilename: String? { try? FileName.suggested(by: head, at: url) }

    /// Saves the rest of the body as the file `path`: a response in hand becomes a download.
    ///
    /// ```swift
    /// try await client.perform(request) { response in
    ///     if response.fields[.contentType] == "application/zip" { try await response.save(to: "a.zip") }
    /// }
    /// ```
    /// As with any download, the file gets its name only when it is complete and, if `options.checksum` is set, has that
    /// digest; so must it have one that the response promises (Content-Digest, Content-MD5, and of a whole file Repr-Digest and
    /// Digest; in the trailers if Trailer says so). Of the options, those about requests don't apply: nothing is asked again, so nothing is resumed, and `.continueFrom` keeps
    /// a file that is there, as `.refuse` does.
    ///
    /// - Throws: ``SockeyeTransfers/DownloadError``; `.refused` for a status that isn't a file's, such as 404, 204, and
    ///   206 for a part of one; `options.acceptedStatuses` allows others.
    @discardableResult
    public func save(
        to path: String, options: DownloadOptions = DownloadOptions()
    ) async throws(DownloadError) -> DownloadResult {
        try await save(to: path, isNamedByServer: false, options)
    }

    /// Saves the rest of the body in `folder`, under the name that the server suggests.
    ///
    /// - Throws: ``SockeyeTransfers/DownloadError``; `.noName` if there is no such name.
    @discardableResult
    public func saved(
        in folder: String, options: DownloadOptions = DownloadOptions()
    ) async throws(DownloadError) -> DownloadResult {
        let path = FileName.place(of: try FileName.suggested(by: head, at: url), in: folder)
        return try await save(to: path, isNamedByServer: true, options)
    }

    private func save(
        to path: String, isNamedByServer: Bool, _ options: DownloadOptions
    ) async throws(DownloadError) -> DownloadResult {
        if let fault = options.checksum?.fault { throw .refused(fault, status: nil) }
        let answer = ResumeAnswer(head, bodyLength: body.encodedByteCount)
        guard isFile(answer, options) else {
            throw .refused("the response isn't a whole file: its status is \(status.code)", status: status.code)
        }
        let partial = try PartialFile(
            of: path, replacesExisting: options.existing == .replace, followsLink: !isNamedByServer,
            newFileMode: options.fileMode)
        defer { partial.release() }
        // What an earlier download left stays until there are bytes in its place.
        var isOurs = partial.isNew
        // Nothing is promised of what is decoded, or of a rest whose beginning was read before.
        let isWhole = body.receivedByteCount == 0
        let promised =
            isDecoded || !isWhole || !PromisedDigests.mayBe(in: head)
            ? [] : PromisedDigests.ofContent(in: fields, isPart: answer.isPart)
        let check = isDecoded || ContentCheck.announcesTrailer(fields) ? ContentCheck(self) : nil
        do throws(DownloadError) {
            let count = try await receive(into: partial, options, &isOurs)
            if let error = check?.error(in: self, keptIn: partial.path) { throw error }
            let verified = try await finish(partial, count, promised, options)
            let otherwise = body.encodedByteCount == nil && body.length != .chunked
            return DownloadResult(
                path: partial.finalPath, byteCount: count,
                completeness: verified.map { .verified($0) } ?? (otherwise ? .unknowable : .byLength),
                resumedBytes: 0, receivedBytes: count,
                notices: [ContentCheck.notice(on: head)].compactMap(\.self), head: head)
        } catch {
            // Without a record there is nothing to resume from; bytes with another digest are evidence.
            switch error {
            case .digestMismatch, .otherLength, .refused: break
            default: if isOurs { partial.discard() }
            }
            throw error
        }
    }

    /// Writes the rest of the body; returns the number of bytes.
    ///
    /// - Parameter isOurs: whether the partial file holds nothing but this body.
    private func receive(
        into partial: PartialFile, _ options: DownloadOptions, _ isOurs: inout Bool
    ) async throws(DownloadError) -> Int64 {
        var count: Int64 = 0
        let limit = options.byteLimit ?? .max
        do {
            try await body.forEachChunk { bytes in
                guard Int64(bytes.byteCount) <= limit - count else { throw DownloadError.tooLarge(limit: limit) }
                if !isOurs { try partial.restart() }
                isOurs = true
                try partial.write(bytes, at: count)
                count += Int64(bytes.byteCount)
            }
            // An empty body replaces it too.
            if !isOurs { try partial.restart() }
            isOurs = true
        } catch {
            throw DownloadError(error)
        }
        return count
    }

    /// Whether it is a whole file, or has a status that the caller names.
    private func isFile(_ answer: ResumeAnswer, _ options: DownloadOptions) -> Bool {
        let accepted = AcceptedStatuses(options.acceptedStatuses, asked: [206, 226])
        // 204 and 205 have no content (RFC 9110 sections 15.3.5 and 15.3.6).
        return accepted.include(status.code)
            || status.kind == .successful && !answer.isPart && status != .noContent && status != .resetContent
    }

    /// Verifies the file and gives it its name.
    private func finish(
        _ partial: PartialFile, _ count: Int64, _ promised: [Checksum], _ options: DownloadOptions
    ) async throws(DownloadError) -> Checksum? {
        let algorithms = Set(((options.checksum.map { [$0] } ?? []) + promised).map(\.algorithm))
        let modified =
            options.keepsModificationTime
            ? fields[.lastModified].flatMap { HTTPDate(parsing: $0) }?.secondsSinceEpoch : nil
        return try await onFileThread { () throws(DownloadError) in
            let digests = try DownloadError.wrapping { () throws(FileError) in
                try OrderedDigest(algorithms).finish(partial.file, length: count)
            }
            let verified = try options.verified(partial, length: count, by: digests, promised: promised)
            try partial.commit(
                isDurable: options.isDurable, modified: modified, keepsExisting: options.existing != .replace)
            return verified
        }
    }
}

extension BufferedResponse {
    /// The file name that the server suggests (Content-Disposition, else the URL's last segment), made safe; `nil` if neither
    /// has a usable one.
    public var suggestedFilename: String? { try? FileName.suggested(by: head, at: url) }
}

extension ResponseBody {
    /// Writes the rest of the body to an open descriptor: a file, a pipe, a socket. It stays open.
    ///
    /// The descriptor's writes block this task's thread; a slow reader of a pipe holds up the client's other requests if they
    /// share the thread.
    ///
    /// - Returns: the number of bytes.
    /// - Throws: `HTTPClientError` for the connection, `FileError` for the descriptor.
    @discardableResult
    public func write(toDescriptor descriptor: Int32) async throws -> Int64 {
        let file = try File(duplicating: descriptor, path: "descriptor \(descriptor)")
        var count: Int64 = 0
        try await forEachChunk { bytes in
            // SAFETY: the span's bytes are initialised, and copied before the closure returns.
            try file.append(bytes.withUnsafeBytes { Array($0) })
            count += Int64(bytes.byteCount)
        }
        return count
    }
}
