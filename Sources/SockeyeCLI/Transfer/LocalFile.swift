internal import Sockeye

// With --parse, a target can be a file or standard input.
extension Transfer {
    /// Parses the file `path`, or standard input for `-`.
    func parseFile(_ path: String) -> ExitCode {
        let failure: TransferFailure
        do {
            if settings.isDryRun { return Terminal.printOutput("# reads \(path)\n") }
            let name = try outputName()
            let sink = try makeSink(name)
            try sink.beginBody(contentType: nil)
            var reader = try InputReader(path)
            while let chunk = try reader.next() { try sink.writeBody(chunk.span.bytes) }
            let digest = try sink.complete()
            if let digest { try printDigest(digest, fileName: path) }
            return .success
        } catch let error as InputError {
            failure = TransferFailure(.couldNotReadFile, "cannot read \(error.path): \(error.reason)")
        } catch {
            failure = TransferFailure(error)
        }
        if settings.prints(failure) {
            let place = failure.exitCode == .bodyRefused ? "\(path == "-" ? "standard input" : path): " : ""
            Terminal.printError(Message.failure(failure.exitCode, place + failure.message))
        }
        return failure.exitCode
    }
}

// Printing for --parse and --digest.
extension Transfer {
    /// The style of `--parse`: in colour on a terminal, unless disabled.
    func printStyle(_ fileName: String?) -> PrintStyle {
        guard fileName == nil, Terminal.writesOutputToTerminal else { return PrintStyle() }
        // https://no-color.org: any non-empty value disables colour.
        let isColored = (Environment.value("NO_COLOR") ?? "").isEmpty && Environment.value("TERM") != "dumb"
        return PrintStyle(isColored: isColored, isForTerminal: true)
    }

    /// Prints the digest of `--digest ALGORITHM`, on the stream that the body doesn't use.
    func printDigest(_ digest: Digest, fileName: String?) throws(TransferFailure) {
        let text = DigestLine.text(digest, name: fileName)
        if writesToFile {
            guard Terminal.printOutput(text) == .success else {
                throw TransferFailure(.writeError, "the digest could not be written")
            }
        } else {
            Terminal.printError(text)
        }
    }
}
