internal import CEncodings

/// One of iconv's conversions. Used by one thread.
struct Converter: ~Copyable {
    // SAFETY: made by `sockeye_converter_open`, closed once by `deinit`, and passed to nothing else.
    private let raw: UnsafeMutableRawPointer

    /// `nil` if the C library doesn't know one of the charsets.
    init?(from: String, to: String) {
        guard let raw = sockeye_converter_open(to, from) else { return nil }
        self.raw = raw
    }

    deinit { sockeye_converter_close(raw) }

    /// The conversion of some characters, at most 32 bytes; `nil` if there is none.
    borrowing func convert(_ bytes: [UInt8]) -> [UInt8]? {
        var count = -1
        // SAFETY: the shim writes at most `capacity` bytes and returns how many; both buffers outlive the call.
        let output = [UInt8](unsafeUninitializedCapacity: 32) { buffer, initialized in
            count = sockeye_converter_convert(raw, bytes, bytes.count, buffer.baseAddress, buffer.count)
            initialized = max(0, count)
        }
        return count < 0 ? nil : output
    }

    /// The scalars that some bytes stand for, converted to UTF-32LE; empty if they stand for none.
    borrowing func scalars(_ bytes: [UInt8]) -> [UInt32] {
        guard let output = convert(bytes) else { return [] }
        var scalars: [UInt32] = []
        for start in stride(from: 0, to: output.count - 3, by: 4) {
            scalars.append(output[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
        }
        return scalars
    }
}
