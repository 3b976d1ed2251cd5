internal import CSystemShims

extension File {
    /// Reads the next bytes, at most `count`, from a pipe, terminal or other file without offsets; empty at the end
    /// (`read(2)`). Blocks until there is something, also where the file itself doesn't, such as a shared standard input: so
    /// call it on a file thread.
    ///
    /// - Parameter deadline: by when something must come (``FileError/isTimeout``).
    package func readNext(_ count: Int, until deadline: Deadline) throws(FileError) -> [UInt8] {
        try read(count) { sockeye_read_waiting(number, $0, $1, deadline.nanoseconds) } ?? []
    }

    /// The same for a file that doesn't block; `nil` if there is nothing now.
    func readNow(_ count: Int) throws(FileError) -> [UInt8]? {
        try read(count) { sockeye_read(number, $0, $1) }
    }

    /// - Returns: `nil` if the call would block.
    private func read(
        _ count: Int, _ call: (UnsafeMutablePointer<UInt8>?, Int) -> Int
    ) throws(FileError) -> [UInt8]? {
        var result = 0
        // SAFETY: the shim writes at most `buffer.count` bytes, and only the bytes it reports are claimed as
        // initialized.
        let bytes = [UInt8](unsafeUninitializedCapacity: max(1, count)) { buffer, initialized in
            result = call(buffer.baseAddress, buffer.count)
            initialized = max(0, result)
        }
        if result == -Int(ErrorNumber.wouldBlock) { return nil }
        if result < 0 {
            throw FileError(call: "read", path: path, errorNumber: Int32(truncatingIfNeeded: 0 - result))
        }
        return bytes
    }
}
