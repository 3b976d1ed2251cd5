internal import CSystemShims

extension Socket {
    /// What a step of `sendfile(2)` came to.
    package enum FileStep: Sendable, Hashable {
        /// So many bytes went from the file to the kernel's buffer.
        case sent(Int)
        case wouldBlock
        /// The file has no byte there.
        case endOfFile
        /// This file cannot be sent so, or not read: reading it says what is wrong.
        case unsupported
    }

    /// Sends at most `count` bytes of `file` from `offset` on, without bringing them into this process
    /// (`sendfile(2)`); never a SIGPIPE.
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
