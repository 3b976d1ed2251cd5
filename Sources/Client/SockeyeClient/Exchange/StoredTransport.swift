internal import SockeyeCache
internal import SockeyeIO
internal import SockeyeTransport

// SAFETY: only the one task that reads the response uses what changes.
/// A transport whose bytes are those of a stored body. Nothing of it waits.
final class StoredTransport: Transport, @unchecked Sendable {
    private let body: any CacheBody
    private var offset: Int64
    private let end: Int64

    /// - Parameter positions: the part of the body to read.
    init(_ body: any CacheBody, _ positions: Range<Int64>) {
        self.body = body
        offset = positions.lowerBound
        end = positions.upperBound
    }

    // SAFETY: only this call writes into the caller's buffer, within its bounds.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> TransportStep {
        let wanted = Int(clamping: min(Int64(buffer.count), end - offset))
        if wanted == 0 { return .ended }
        do throws(CacheDamage) {
            // SAFETY: `wanted` is at most the buffer's count, and `read` writes no more.
            let count = try body.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: offset)
            offset += Int64(count)
            return count > 0 ? .bytes(count) : .ended
        } catch {
            throw .damaged(error.description)
        }
    }

    /// Whether the bytes can be copied from file to file.
    var isFile: Bool { body.isFile }

    /// Copies at most `limit` bytes into an open file.
    ///
    /// - Returns: their number, or the negative error number of the file.
    func copy(to descriptor: Int32, at position: Int64, atMost limit: Int64) throws(StreamError) -> Int {
        let wanted = min(limit, end - offset)
        if wanted <= 0 { return 0 }
        do throws(CacheDamage) {
            let count = try body.copy(from: offset, atMost: wanted, to: descriptor, at: position) ?? 0
            if count > 0 { offset += Int64(count) }
            return count
        } catch {
            throw .damaged(error.description)
        }
    }

    // SAFETY: nothing is kept of what the caller lends.
    func write(_ bytes: UnsafeRawBufferPointer) -> TransportStep { .bytes(bytes.count) }

    // SAFETY: as above.
    func write(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> TransportStep {
        .bytes(first.count + second.count)
    }

    func waitToRead(until deadline: Deadline) throws(StreamError) {
        if Task.isCancelled { throw .io(.cancelled) }
    }

    func waitToWrite(until deadline: Deadline) {}

    /// Only for a rate limit: nothing else of a stored response waits.
    func sleep(until moment: Deadline) async throws(StreamError) {
        do throws(IOError) {
            try await EventLoop.shared.sleep(until: moment)
        } catch {
            throw .io(error)
        }
    }

    func nudge() {}
    func interrupt() {}
    var isInterrupted: Bool { false }
    var isQuiet: Bool { false }
    func close() {}
}
