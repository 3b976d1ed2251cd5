extension Terminal {
    /// Writes to standard output; a failure is an error.
    func printOutput(_ text: String) -> ExitCode { printOutput(octets: Array(text.utf8)) }

    /// The same for octets, which need not be text.
    func printOutput(octets: [UInt8]) -> ExitCode {
        do throws(OutputError) {
            try output(octets)
            return .success
        } catch {
            if error != .readerGone { printFailure(.writeError, error.message) }
            return .writeError
        }
    }

    /// The same for those who report the failure.
    func output(_ octets: [UInt8]) throws(OutputError) {
        try besideLines { () throws(OutputError) in
            var output = FileOutput.standardOutput(on: machine, refusesBinary: false)
            try output.write(octets)
        }
    }
}
