internal import Glibc
internal import Sockeye

// With --parse, a target may be a file or standard input.
extension Transfer {
    /// Parses the file `path`, `-` being standard input.
    func parseFile(_ path: String) -> ExitCode {
        let failure: TransferFailure
        do {
            if settings.isDryRun { return Terminal.printOutput("# \(path) is read\n") }
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

// What Transfer needs of this folder.
extension Transfer {
    /// How `--parse` prints: in colour for a person who wants it.
    func printStyle(_ fileName: String?) -> PrintStyle {
        guard fileName == nil, Terminal.writesOutputToTerminal else { return PrintStyle() }
        // https://no-color.org: any value but an empty one.
        let isColored = (Environment.value("NO_COLOR") ?? "").isEmpty && Environment.value("TERM") != "dumb"
        return PrintStyle(isColored: isColored, isForTerminal: true)
    }

    /// Prints what `--digest ALGORITHM` asks for, where it does not fall into the body.
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

extension TransferTarget {
    /// The file that a word which is no URL names, `-` being standard input.
    ///
    /// A word with a scheme is a URL; one without may be a host's name, so the file must be there.
    static func localFile(_ word: String) -> String? {
        if word == "-" { return word }
        var facts = stat()
        let isThere = !word.contains("://") && stat(word, &facts) == 0 && facts.st_mode & S_IFMT != S_IFDIR
        return isThere ? word : nil
    }
}
