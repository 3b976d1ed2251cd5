internal import CSystemShims

extension File: MachineFile {
    package var descriptor: Int32? { number }

    package func writeNext(_ bytes: RawSpan, until deadline: Deadline) throws(FileError) -> Int {
        // SAFETY: the span outlives the call, which reads at most its bytes and keeps no pointer.
        let count = bytes.withUnsafeBytes { sockeye_write(number, $0.baseAddress, $0.count, deadline.nanoseconds) }
        return try check("write", count)
    }

    package func seek(to offset: Int64?) -> Int64? {
        let place = sockeye_seek(number, offset ?? -1)
        return place < 0 ? nil : place
    }

    package func flush() throws(FileError) { _ = try check("close", sockeye_flush(number)) }

    package func duplicate() throws(FileError) -> any MachineFile { try File(duplicating: number, path: path) }

    package var isTerminal: Bool { sockeye_is_terminal(number) != 0 }
    package var isReadable: Bool { sockeye_is_readable(number) != 0 }
    package var waitingBytes: Int { Int(sockeye_waiting_bytes(number)) }
    package var isWritable: Bool { sockeye_is_writable(number) != 0 }
}

extension SecretPlace {
    /// Why nothing secret is to be written to an open file, in words that follow its name (`fstat(2)`).
    package static func fault(of file: any MachineFile) -> String? { (try? file.facts()).flatMap(fault) }
}
