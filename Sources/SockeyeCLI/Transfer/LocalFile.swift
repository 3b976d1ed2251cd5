internal import Sockeye

/// `--parse` with a target that is a file or standard input.
struct LocalFile {
    let item: TransferItem

    /// Parses the file, or standard input for `-`.
    func parse() -> ExitCode {
        let path = item.url
        let failure: TransferFailure
        do {
            if item.settings.isDryRun { return Terminal.printOutput("# reads \(path)\n") }
            let destination = BodyDestination(item: item)
            let name = try destination.fileName()
            defer { destination.giveBack(name) }
            if destination.skips(name) { return .success }
            let outputs = TransferOutputs(item: item)
            let sink = try outputs.makeSink(name)
            do {
                try copy(path, to: sink)
                if let digest = try sink.complete() { try outputs.printDigest(digest, fileName: path) }
            } catch {
                if item.operation.download.removesOnError { sink.discardBody() }
                throw error
            }
            return .success
        } catch let error as InputError {
            failure = TransferFailure(.couldNotReadFile, "cannot read \(error.path): \(error.reason)")
        } catch {
            failure = TransferFailure(error)
        }
        if item.settings.prints(failure) {
            let place = failure.exitCode == .bodyRefused ? "\(path == "-" ? "standard input" : path): " : ""
            Terminal.printError(Message.failure(failure.exitCode, place + failure.message))
        }
        return failure.exitCode
    }

    private func copy(_ path: String, to sink: BodySink) throws {
        try sink.beginBody(contentType: nil)
        var reader = try InputReader(path, isBody: true)
        while let chunk = try reader.next() { try sink.writeBody(chunk.span.bytes) }
    }
}
