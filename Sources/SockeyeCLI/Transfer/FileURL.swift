internal import Glibc
internal import Sockeye
internal import SockeyeFields
internal import SockeyeIO
internal import SockeyeURL

/// `file:` URLs, which curl reads and writes too. Only those of the command line: a redirect never leads to one.
enum FileURL {
    /// The path of a `file:` URL; `nil` for another scheme.
    ///
    /// - Throws: exit code 3 if the URL names another machine.
    static func path(of url: String) throws(TransferFailure) -> String? {
        guard url.prefix(5).lowercased() == "file:" else { return nil }
        var rest = url.dropFirst(5).prefix { $0 != "?" && $0 != "#" }
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let host = rest.prefix { $0 != "/" }
            guard ["", "localhost", "127.0.0.1"].contains(host.lowercased()) else {
                throw TransferFailure(.malformedURL, "a file: URL names a file of this machine: file:///PATH")
            }
            rest = rest.dropFirst(host.count)
        }
        guard rest.hasPrefix("/") else { throw TransferFailure(.malformedURL, "a file: URL needs a whole path") }
        let octets = PercentEncoding.decode(String(rest))
        guard !octets.contains(0), let path = String(validating: octets, as: UTF8.self) else {
            throw TransferFailure(.malformedURL, "the path of the file: URL is not UTF-8, or contains NUL")
        }
        return path
    }

    /// The head that curl shows for a file.
    static func head(of facts: FileFacts) -> [UInt8] {
        let modified = HTTPDate(clamping: facts.modifiedSeconds)
        return Array(
            "Content-Length: \(facts.size)\r\nAccept-ranges: bytes\r\nLast-Modified: \(modified)\r\n\r\n".utf8)
    }

    /// The bytes that `-C` and `-r` ask for of a file of this length.
    static func range(_ operation: TransferSettings, length: Int64) throws(TransferFailure) -> Range<Int64> {
        let offset = operation.download.offset
        guard let asked = operation.range else {
            if offset > length { throw TransferFailure(.badDownloadResume, "the file ends before byte \(offset)") }
            return offset..<length
        }
        let ends = asked.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let last = ends.last else {
            throw TransferFailure(.rangeError, "a file: URL can be asked for one range")
        }
        let outside = TransferFailure(.badDownloadResume, "the range is not within the file's \(length) bytes")
        if ends[0].isEmpty {
            guard let count = Int64(last), count <= length else { throw outside }
            return length - count..<length
        }
        guard let first = Int64(ends[0]), first <= length else { throw outside }
        if last.isEmpty { return first..<length }
        let end = Int64(last) ?? .max
        if end < first { throw TransferFailure(.rangeError, "the range ends before it begins") }
        return first..<max(first, min(length - 1, end) + 1)
    }
}

extension Transfer {
    /// Copies a file to the output, or for `-T` the upload to the file.
    func copyFile(_ path: String) -> ExitCode {
        if settings.isDryRun { return Terminal.printOutput("# \(path)\n") }
        let started = Deadline.now
        var notes = TransferTrace.Notes()
        var failure: TransferFailure?
        var fileName: String?
        do {
            if operation.download.needsWholeFile {
                throw TransferFailure(
                    .failedInitialization,
                    "--checksum, --mirror, --require-resumable and --segments are for http: and https:")
            }
            fileName = try outputName()
            if let upload = target.upload, target.isUpload {
                notes.sent = try write(upload, to: path)
            } else {
                try read(path, to: fileName, &notes)
            }
        } catch {
            failure = TransferFailure(error)
            if let error = error as? InputError {
                failure = TransferFailure(.couldNotReadFile, "Couldn't open file \(error.path): \(error.reason)")
            }
        }
        if let failure, settings.prints(failure) {
            Terminal.printError(Message.failure(failure.exitCode, failure.message))
        }
        if !operation.writeOut.isEmpty {
            TransferReport(
                started: started, finished: .now, notes: notes, failure: failure, fileName: fileName, url: url,
                number: number, ordinal: ordinal, operation: operation, usesProxy: false,
                method: operation.method(for: target)
            ).printWriteOut()
        }
        return failure?.exitCode ?? .success
    }

    private func read(_ path: String, to fileName: String?, _ notes: inout TransferTrace.Notes) throws {
        guard let facts = try FileFacts(of: path), facts.kind != .folder else {
            throw TransferFailure(.couldNotReadFile, "Couldn't open file \(path)")
        }
        let length = facts.kind == .regular ? facts.size : .max
        if facts.kind == .regular, let limit = operation.mostBodyBytes, length > limit {
            throw TransferFailure(.fileSizeExceeded, "Maximum file size exceeded")
        }
        let kept = try bytesThere(fileName, of: path, length)
        let sink = try makeSink(fileName, appends: kept > 0)
        if operation.download.keepsTime { sink.modified = facts.modifiedSeconds }
        defer { notes.delivered = sink.written }
        let head = FileURL.head(of: facts)
        try sink.writeHead(head)
        if operation.includesHead || operation.asksHeadOnly { try sink.write(head) }
        if !operation.asksHeadOnly {
            var left = kept > 0 ? kept..<length : try FileURL.range(operation, length: length)
            try sink.beginBody(contentType: nil)
            var reader = try InputReader(path)
            var position = reader.seek(to: left.lowerBound)
            while left.upperBound > position, let chunk = try reader.next() {
                let start = max(left.lowerBound, position) - position
                let end = min(left.upperBound, position + Int64(chunk.count)) - position
                if start < end {
                    try sink.writeBody(chunk.span.bytes.extracting(Int(start)..<Int(end)))
                    notes.received += end - start
                }
                position += Int64(chunk.count)
                left = min(max(left.lowerBound, position), left.upperBound)..<left.upperBound
            }
        }
        _ = try sink.complete()
    }

    /// `-C -`: how many bytes of the file the output has already, each compared.
    private func bytesThere(_ output: String?, of path: String, _ length: Int64) throws -> Int64 {
        guard operation.download.continueAt == .whatIsThere, let output, let facts = try FileFacts(of: output),
            facts.kind == .regular, facts.size > 0
        else { return 0 }
        if facts.size > length {
            throw TransferFailure(.badDownloadResume, "\(output) is longer than the file; it is left as it is")
        }
        var reader = try InputReader(output)
        var source = try InputReader(path)
        while let chunk = try reader.next() {
            guard let other = try source.next(), other.starts(with: chunk) else {
                throw TransferFailure(.rangeError, "\(output) begins otherwise than the file; it is left as it is")
            }
        }
        return facts.size
    }

    /// Copies the file to upload, and returns its length.
    private func write(_ upload: UploadSource, to path: String) throws -> Int64 {
        guard case .file(let source) = upload else {
            throw TransferFailure(.readError, "only a file can be copied to a file: URL")
        }
        var output = FileOutput.file(path, mode: operation.fileMode)
        var reader = try InputReader(source)
        while let chunk = try reader.next() { try output.write(chunk) }
        try output.complete()
        return output.written
    }
}
