extension Terminal {
    /// Writes to standard output; a failure is an error.
    static func printOutput(_ text: String) -> ExitCode {
        printOutput(octets: Array(text.utf8))
    }

    /// The same for octets, which need not be text.
    static func printOutput(octets: [UInt8]) -> ExitCode {
        do throws(OutputError) {
            try output(octets)
            return .success
        } catch {
            if error != .readerGone { printError(Message.failure(.writeError, error.message)) }
            return .writeError
        }
    }

    /// The same for those who report the failure.
    static func output(_ octets: [UInt8]) throws(OutputError) {
        try besideLines { () throws(OutputError) in
            var output = FileOutput.standardOutput(refusesBinary: false)
            try output.write(octets)
        }
    }
}
