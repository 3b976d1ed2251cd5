internal import CSystemShims

/// A pipe that moves bytes from a socket to a file without copying them into this process (`splice(2)`).
///
/// ```
///   socket ──fill──→ pipe ──drain──→ file at an offset
/// ```
///
/// Each fill must be drained before the next caller fills: bytes in a pipe carry no owner, only an order.
package final class SplicePipe: Sendable {
    /// Requested capacity: the most an unprivileged user may have, which is faster than the default.
    private static let wantedCapacity: Int32 = 1 << 20

    private let readEnd: Descriptor
    private let writeEnd: Descriptor
    /// Bytes the pipe holds at most.
    package let capacity: Int

    /// Makes a pipe (`pipe2(2)`).
    package init() throws(IOError) {
        var ends: [Int32] = [-1, -1]
        let result = sockeye_pipe(&ends, Self.wantedCapacity)
        capacity = Int(try SystemCall.check("pipe2", result))
        readEnd = Descriptor(owning: ends[0])
        writeEnd = Descriptor(owning: ends[1])
    }

    /// Moves at most `count` bytes from `socket` into the pipe.
    ///
    /// - Returns: the number of bytes; 0 at the end of the stream; `nil` if the socket has none now.
    package func fill(from socket: Socket, atMost count: Int) throws(IOError) -> Int? {
        try socket.withDescriptor { number throws(IOError) in
            try SystemCall.checkNonBlocking("splice", sockeye_splice_in(number, writeEnd.number, min(count, capacity)))
        }
    }

    /// Moves the next `count` bytes of the pipe into `file` at `offset`. They must be in the pipe already.
    package func drain(_ count: Int, into file: File, at offset: Int64) throws(FileError) {
        var moved = 0
        while moved < count {
            let step = sockeye_splice_out(readEnd.number, file.number, offset + Int64(moved), count - moved)
            if step == -Int(ErrorNumber.invalidArgument) {
                // This file system cannot splice. The bytes exist only in the pipe, so copy them out.
                try copy(count - moved, into: file, at: offset + Int64(moved))
                return
            }
            if step < 0 {
                throw FileError(call: "write", path: file.path, errorNumber: Int32(truncatingIfNeeded: 0 - step))
            }
            // The pipe holds `count` bytes, so zero means that the kernel lost some.
            if step == 0 { throw FileError(call: "splice", path: file.path, errorNumber: ErrorNumber.brokenPipe) }
            moved += step
        }
    }

    private func copy(_ count: Int, into file: File, at offset: Int64) throws(FileError) {
        var moved = 0
        var bytes = [UInt8](repeating: 0, count: min(count, 65_536))
        while moved < count {
            let step = sockeye_read(readEnd.number, &bytes, min(bytes.count, count - moved))
            if step <= 0 {
                let errorNumber = step < 0 ? Int32(truncatingIfNeeded: 0 - step) : ErrorNumber.brokenPipe
                throw FileError(call: "read", path: file.path, errorNumber: errorNumber)
            }
            try file.write(Array(bytes[..<step]), at: offset + Int64(moved))
            moved += step
        }
    }
}
