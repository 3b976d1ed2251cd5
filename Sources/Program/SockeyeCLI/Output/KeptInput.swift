internal import Glibc

/// Long input that is read more than once without taking memory: standard input where that is a file, or a copy of what
/// came through a pipe in a file without a name.
final class KeptInput: Sendable {
    private let descriptor: Int32
    /// Where it begins in the file.
    private let start: Int64

    private init(_ descriptor: Int32, start: Int64) { (self.descriptor, self.start) = (descriptor, start) }

    deinit { close(descriptor) }

    /// Standard input from where it is now, if it is a file of more than `bytes` bytes.
    static func standardInput(longerThan bytes: Int64) -> KeptInput? {
        var facts = stat()
        guard fstat(STDIN_FILENO, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        let start = Int64(lseek(STDIN_FILENO, 0, SEEK_CUR))
        guard start >= 0, Int64(facts.st_size) - start > bytes else { return nil }
        let copy = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        return copy < 0 ? nil : KeptInput(copy, start: start)
    }

    /// What `reader` has read and still reads, in a file of `TMPDIR` that loses its name at once (`mkstemp(3)`); `nil` with
    /// nothing more read if none can be made.
    static func copy(
        of beginning: [UInt8], _ reader: inout InputReader, _ path: String
    ) throws(InputError) -> KeptInput? {
        let parent = ScratchFolder.parent
        var template = Array("\(parent)/sockeye-list-XXXXXX".utf8CString)
        // SAFETY: the buffer is NUL-terminated, writable, and outlives the call.
        let descriptor = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { mkstemp($0) } ?? -1
        }
        if descriptor < 0 { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
        let copy = KeptInput(descriptor, start: 0)
        var piece: [UInt8]? = beginning
        while let bytes = piece {
            if let reason = copy.append(bytes) {
                throw InputError(path: path, reason: "what came of it cannot be kept in \(parent) (TMPDIR): \(reason)")
            }
            piece = try reader.next()
        }
        return copy
    }

    /// Writes at the end of a copy. Returns the reason if that fails.
    private func append(_ bytes: [UInt8]) -> String? {
        var rest = bytes[...]
        while !rest.isEmpty {
            // SAFETY: write(2) reads at most `count` bytes of the slice, which outlives the call.
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return SystemReason.current }
            rest = rest.dropFirst(count)
        }
        return nil
    }

    /// Reads into the buffer at `offset` of the input (`pread(2)`).
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        // SAFETY: pread(2) writes at most `count` bytes of the buffer.
        pread(descriptor, buffer.baseAddress, buffer.count, off_t(start + offset))
    }
}
