internal import CSystemShims

extension File {
    /// Reads what comes next from what has no offsets, at most `count` bytes; none at the end (`read(2)`). Waits for a
    /// pipe or a terminal, so it is for a file thread.
    package func readNext(_ count: Int) throws(FileError) -> [UInt8] {
        var result = 0
        // SAFETY: the shim writes at most the buffer's bytes, and just those that it counts are claimed.
        let bytes = [UInt8](unsafeUninitializedCapacity: max(1, count)) { buffer, initialized in
            result = sockeye_read(number, buffer.baseAddress, buffer.count)
            initialized = max(0, result)
        }
        if result < 0 {
            throw FileError(call: "read", path: path, errorNumber: Int32(truncatingIfNeeded: 0 - result))
        }
        return bytes
    }
}
