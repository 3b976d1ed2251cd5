extension Terminal {
    /// Writes to standard output; what cannot be written there is an error.
    static func printOutput(_ text: String) -> ExitCode {
        var output = FileOutput.standardOutput(refusesBinary: false)
        do throws(OutputError) {
            try output.write(Array(text.utf8))
            return .success
        } catch {
            if error != .readerGone { printError(Message.failure(.writeError, error.message)) }
            return .writeError
        }
    }
}
