internal import SockeyeIO

/// The transfer of a `file:` URL: a file, or the names in a folder, to the output, or for `-T` the upload to the file.
struct FileCopy {
    let item: TransferItem
    /// The file that the URL names.
    let path: String
    /// When it must be over (`-m`).
    let deadline: Deadline

    private var operation: TransferSettings { item.operation }
    private var destination: BodyDestination { BodyDestination(item: item) }

    /// Copies it; prints its error, if any, and the output of `-w`.
    func perform() async -> ExitCode {
        if item.settings.isDryRun { return item.terminal.printOutput("# \(path)\n") }
        let started = Deadline.now
        var notes = TransferTrace.Notes()
        var failure: TransferFailure?
        var fileName: String?
        do {
            if item.needsWholeFile {
                throw TransferFailure(
                    .failedInitialization,
                    "--checksum, --mirror, --require-resumable and --segments are for http: and https:")
            }
            fileName = try destination.fileName()
            if destination.skips(fileName) {
                // Nothing is left to do.
            } else if let upload = item.target.upload, item.target.isUpload {
                notes.sent = try await write(upload)
            } else {
                try await read(to: fileName, &notes)
            }
        } catch let error as InputError {
            failure = TransferFailure(.couldNotReadFile, "Couldn't open file \(error.path): \(error.reason)")
        } catch let error as FileError {
            failure = TransferFailure(.couldNotReadFile, "Couldn't open file \(path): \(error.reason)")
        } catch {
            failure = item.run.interruption.explain(error)
        }
        destination.giveBack(fileName)
        if let failure, item.settings.prints(failure) { item.terminal.printFailure(failure.exitCode, failure.message) }
        let written = TransferReport(
            ofLocal: item, started: started, notes: notes, failure: failure, fileName: fileName
        ).printWriteOut()
        return failure?.exitCode ?? written
    }

    private func read(to fileName: String?, _ notes: inout TransferTrace.Notes) async throws {
        guard let facts = try item.machine.facts(of: path) else {
            throw TransferFailure(.couldNotReadFile, "Couldn't open file \(path)")
        }
        if facts.kind == .regular, let limit = operation.bodyByteLimit, facts.size > limit {
            throw TransferFailure(.fileSizeExceeded, "Maximum file size exceeded")
        }
        let kept = try await bytesThere(fileName, of: facts)
        let outputs = TransferOutputs(item: item)
        let sink = try outputs.makeSink(fileName, appends: kept > 0)
        if operation.download.keepsTime { sink.modified = facts.modifiedSeconds }
        defer { notes.delivered = sink.delivered }
        do {
            try await outputs.openPipes(of: sink, hasBody: true)
            try await copy(facts, from: kept, to: sink, &notes)
            let isOfFile = !operation.includesHead && operation.parsing.format == nil
            if let digest = try sink.complete() {
                try outputs.printDigest(digest, fileName: isOfFile ? fileName : item.shownURL)
            }
        } catch {
            outputs.leave(sink)
            throw error
        }
    }

    /// The length as far as it is known. Files of proc(5) have 0 and yet bytes.
    private static func length(of facts: FileFacts) -> Int64 {
        facts.kind == .regular && facts.size > 0 ? facts.size : .max
    }

    /// Copies what the output doesn't have yet.
    private func copy(
        _ facts: FileFacts, from kept: Int64, to sink: BodySink, _ notes: inout TransferTrace.Notes
    ) async throws {
        let length = Self.length(of: facts)
        let head = FileURL.head(of: facts)
        try sink.writeHead(head)
        if operation.includesHead || operation.asksHeadOnly { try sink.writeIntoBody(head: head) }
        if operation.asksHeadOnly { return }
        var left = kept > 0 ? kept..<length : try FileURL.range(operation, length: length)
        try sink.beginBody(contentType: nil)
        if facts.kind == .folder {
            let list = try listing()
            let wanted = try FileURL.range(operation, length: Int64(list.count))
            try sink.writeWithinLimit(list.span.bytes.extracting(Int(wanted.lowerBound)..<Int(wanted.upperBound)))
            notes.received = Int64(wanted.count)
            return
        }
        var reader = try LocalReader(path, for: item, until: deadline)
        // Where the length isn't known, only reading shows whether the file comes to that place.
        var position = facts.kind == .regular && length == .max ? 0 : reader.seek(to: left.lowerBound)
        while left.upperBound > position {
            guard let chunk = try await reader.next() else { break }
            let start = max(left.lowerBound, position) - position
            let end = min(left.upperBound, position + Int64(chunk.count)) - position
            if start < end {
                try sink.writeWithinLimit(chunk.span.bytes.extracting(Int(start)..<Int(end)))
                notes.received += end - start
            }
            position += Int64(chunk.count)
            left = min(max(left.lowerBound, position), left.upperBound)..<left.upperBound
        }
        if position < left.lowerBound {
            throw TransferFailure(.badDownloadResume, "the file ends before byte \(left.lowerBound)")
        }
    }

    /// The names in the folder, a line each, without those that a dot hides, as curl lists them.
    private func listing() throws(FileError) -> [UInt8] {
        let names = try item.machine.names(in: path, limit: .max)
        return Array(names.filter { !$0.hasPrefix(".") }.sorted().map { "\($0)\n" }.joined().utf8)
    }

    /// `-C -`: how many bytes of the file the output has already, each compared.
    private func bytesThere(_ output: String?, of source: FileFacts) async throws -> Int64 {
        guard operation.download.continueAt == .whatIsThere, let output,
            let facts = item.machine.knownFacts(of: output), facts.kind == .regular, facts.size > 0
        else { return 0 }
        guard source.kind == .regular else {
            throw TransferFailure(
                .badDownloadResume, "what can't be read twice can't be compared; \(output) is left as it is")
        }
        if facts.size > Self.length(of: source) {
            throw TransferFailure(.badDownloadResume, "\(output) is longer than the file; it is left as it is")
        }
        var reader = try LocalReader(output, for: item, until: deadline)
        var compared = try ComparedFile(path, on: item.machine)
        while let chunk = try await reader.next() {
            guard try compared.goesOn(with: chunk[...]) else {
                throw TransferFailure(.rangeError, "\(output) begins otherwise than the file; it is left as it is")
            }
        }
        return facts.size
    }

    /// Copies the file to upload, and returns how much of it was written.
    ///
    /// As in curl, `-C` leaves out as many bytes as it says, or with `-` as the other file has, and appends the rest. With `-` those
    /// must be the same: what curl appends there fits to nothing.
    private func write(_ upload: UploadSource) async throws -> Int64 {
        let source = if case .file(let name) = upload { name } else { "-" }
        var left: Int64 = 0
        var there: ComparedFile?
        switch operation.download.continueAt {
        case .offset(let offset): left = offset
        case .whatIsThere:
            if let facts = item.machine.knownFacts(of: path), facts.kind == .regular { left = facts.size }
            if left > 0 { there = try ComparedFile(path, on: item.machine) }
        case nil: break
        }
        // Its end would move away from what reads it.
        if left > 0, item.machine.areSame(source == "-" ? "/dev/stdin" : source, path) {
            throw OutputError.isInput(path: path, input: source)
        }
        let mode = operation.fileMode
        var output =
            left > 0
            ? FileOutput.appending(to: path, on: item.machine, mode: mode)
            : FileOutput.file(path, on: item.machine, mode: mode)
        output.deadline = deadline
        do {
            var reader: LocalReader
            do throws(InputError) {
                reader = try LocalReader(source, for: item, until: deadline)
            } catch {
                throw TransferFailure(.readError, "Can't open '\(source)': \(error.reason)")
            }
            while try !output.opensPipe() {
                try await TransferOutputs(item: item).waitForReader(of: path, until: deadline)
            }
            while let chunk = try await reader.next() {
                let skipped = Int(clamping: min(left, Int64(chunk.count)))
                if try there?.goesOn(with: chunk[..<skipped]) == false {
                    throw TransferFailure(.rangeError, "\(path) begins otherwise than \(source); it is left as it is")
                }
                left -= Int64(skipped)
                try output.write(chunk.span.bytes.extracting(droppingFirst: skipped))
            }
            if left > 0, operation.download.continueAt == .whatIsThere {
                throw TransferFailure(.badDownloadResume, "\(path) is longer than \(source); it is left as it is")
            }
            try output.complete()
        } catch {
            if operation.download.removesOnError { output.discard() }
            if item.run.surface == .curl { output.nameUnfinished() }
            throw error
        }
        return output.written
    }
}

/// A file whose bytes are compared with others in pieces of any length.
private struct ComparedFile: ~Copyable {
    private var reader: InputReader
    private var rest: ArraySlice<UInt8> = []

    init(_ path: String, on machine: any Machine) throws(InputError) {
        reader = try InputReader(path, .own, on: machine)
    }

    /// Whether these are the next bytes.
    mutating func goesOn(with bytes: ArraySlice<UInt8>) throws(InputError) -> Bool {
        var bytes = bytes
        while !bytes.isEmpty {
            if rest.isEmpty {
                guard let next = try reader.next() else { return false }
                rest = next[...]
            }
            let count = min(bytes.count, rest.count)
            guard bytes.prefix(count) == rest.prefix(count) else { return false }
            (bytes, rest) = (bytes.dropFirst(count), rest.dropFirst(count))
        }
        return true
    }
}
