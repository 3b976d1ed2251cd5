internal import CSystemShims

/// The server's compression: whole messages, in one go.
final class ServerDeflate {
    private let deflater: OpaquePointer?
    private let inflater: OpaquePointer?
    private let forgets: Bool

    init(_ echo: LoopbackEcho) {
        deflater = sockeye_deflate_new(Int32(echo.windowBits))
        inflater = sockeye_inflate_new(Int32(SOCKEYE_INFLATE_RAW))
        forgets = echo.forgets
    }

    deinit {
        sockeye_deflate_free(deflater)
        sockeye_inflate_free(inflater)
    }

    /// `nil` if it can't compress, as without a window of 9 to 15 bits: the message then goes out as it is.
    func compress(_ message: [UInt8]) -> [UInt8]? {
        guard let deflater else { return nil }
        let packed = run(message, atMost: .max) { input, inputCount, room, roomCount in
            sockeye_deflate_step(deflater, input, inputCount, room, roomCount, 1) == 0
        }
        guard var output = packed else { return nil }
        if output.suffix(4) == [0, 0, 0xFF, 0xFF] { output.removeLast(4) }
        if forgets { _ = sockeye_deflate_restart(deflater) }
        return output.isEmpty ? [0] : output
    }

    /// `nil` if it can't, or the message becomes larger than `most` bytes: a few of them inflate to a thousand times as
    /// many.
    func decompress(_ message: [UInt8], atMost most: Int) -> [UInt8]? {
        guard let inflater else { return nil }
        return run(message + [0, 0, 0xFF, 0xFF], atMost: most) { input, inputCount, room, roomCount in
            Int(sockeye_inflate_step(inflater, input, inputCount, room, roomCount)) == SOCKEYE_INFLATE_MORE
        }
    }

    private typealias Coder = (
        UnsafeRawPointer?, UnsafeMutablePointer<Int>, UnsafeMutableRawPointer?, UnsafeMutablePointer<Int>
    ) -> Bool

    private func run(_ input: [UInt8], atMost most: Int, _ step: Coder) -> [UInt8]? {
        var (output, used) = ([UInt8](), 0)
        var room = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            var (inputCount, outputCount) = (input.count - used, room.count)
            // SAFETY: both counts are within their buffers, and the step keeps no pointer.
            let isGood = input.withUnsafeBytes { input in
                room.withUnsafeMutableBytes { room in
                    step(input.baseAddress?.advanced(by: used), &inputCount, room.baseAddress, &outputCount)
                }
            }
            used += inputCount
            if outputCount > most - output.count { return nil }
            output += room[..<outputCount]
            if !isGood || used == input.count && outputCount < room.count { return output }
        }
    }
}
