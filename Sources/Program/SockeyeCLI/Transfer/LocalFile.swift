internal import SockeyeIO

/// `--parse` with a target that is a file or standard input.
struct LocalFile {
    let item: TransferItem

    /// Parses the file, or standard input for `-`; prints its error, if any, and the output of `-w`.
    func parse() async -> ExitCode {
        if item.settings.isDryRun { return item.terminal.printOutput("# reads \(item.url)\n") }
        let started = Deadline.now
        var notes = TransferTrace.Notes()
        var fileName: String?
        var failure: TransferFailure?
        do {
            let destination = BodyDestination(item: item)
            fileName = try destination.fileName()
            defer { destination.giveBack(fileName) }
            if !destination.skips(fileName) { try await parse(to: fileName, &notes) }
        } catch let error as InputError {
            failure = TransferFailure(.couldNotReadFile, error.text)
        } catch {
            failure = item.run.interruption.explain(error)
        }
        if let failure, item.settings.prints(failure) {
            let name = item.url == "-" ? "standard input" : item.url
            let place = failure.exitCode == .bodyRefused ? "\(name): " : ""
            item.terminal.printFailure(failure.exitCode, place + failure.message)
        }
        let written = TransferReport(
            ofLocal: item, started: started, notes: notes, failure: failure, fileName: fileName
        ).printWriteOut()
        return failure?.exitCode ?? written
    }

    private func parse(to fileName: String?, _ notes: inout TransferTrace.Notes) async throws {
        let outputs = TransferOutputs(item: item)
        let sink = try outputs.makeSink(fileName)
        defer { notes.delivered = sink.delivered }
        do {
            try await copy(to: sink, outputs, &notes)
            if let digest = try sink.complete() { try outputs.printDigest(digest, fileName: item.url) }
        } catch {
            if item.operation.download.removesOnError { sink.body.discard() }
            throw error
        }
    }

    private func copy(to sink: BodySink, _ outputs: TransferOutputs, _ notes: inout TransferTrace.Notes) async throws {
        // By their first bytes, JSON and lines of JSON are the same.
        let holdsLines = [".ndjson", ".jsonl"].contains { item.url.lowercased().hasSuffix($0) }
        try sink.beginBody(contentType: holdsLines ? "application/x-ndjson" : nil)
        var reader = try LocalReader(item.url, for: item, until: sink.deadline)
        try await outputs.openPipes(of: sink, hasBody: true)
        while let chunk = try await reader.next() {
            notes.received += Int64(chunk.count)
            try sink.writeBody(chunk.span.bytes)
        }
    }
}
