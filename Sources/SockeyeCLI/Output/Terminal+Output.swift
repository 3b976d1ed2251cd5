extension Terminal {
    /// Writes to standard output; a failure is an error.
    static func printOutput(_ text: String) -> ExitCode {
        printOutput(octets: Array(text.utf8))
    }

    /// The same for octets, which need not be text.
    static func printOutput(octets: [UInt8]) -> ExitCode {
        var output = FileOutput.standardOutput(refusesBinary: false)
        do throws(OutputError) {
            try output.write(octets)
            return .success
        } catch {
            if error != .readerGone { printError(Message.failure(.writeError, error.message)) }
            return .writeError
        }
    }
}
