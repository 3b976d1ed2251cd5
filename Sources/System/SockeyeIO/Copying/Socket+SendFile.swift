internal import CSystemShims

extension Socket {
    /// The result of one `sendfile(2)`.
    package enum FileStep: Sendable, Hashable {
        /// The number of bytes that went from the file to the socket's send buffer.
        case sent(Int)
        case wouldBlock
        /// The offset is at or past the end of the file.
        case endOfFile
        /// This file cannot be sent this way, or not be read at all; reading it tells which.
        case unsupported
    }

    /// Sends at most `count` bytes of `file` from `offset` on, without copying them into this process (`sendfile(2)`);
    /// never raises SIGPIPE.
    package func trySendFile(_ file: File, at offset: Int64, atMost count: Int) throws(IOError) -> FileStep {
        let result = try withDescriptor { number throws(IOError) in
            sockeye_send_file(number, file.number, offset, count)
        }
        if result > 0 { return .sent(result) }
        if result == 0 { return .endOfFile }
        let errorNumber = Int32(truncatingIfNeeded: 0 - result)
        if errorNumber == ErrorNumber.wouldBlock { return .wouldBlock }
        if ErrorNumber.unsupported.contains(errorNumber) || errorNumber == ErrorNumber.inputOutput {
            return .unsupported
        }
        throw .system(call: "sendfile", errorNumber: errorNumber)
    }
}
