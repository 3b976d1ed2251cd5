internal import SockeyeCache
internal import SockeyeIO
internal import SockeyeStream

// SAFETY: only the one task that reads the response uses what changes.
/// A transport that sends a stored response: the head, then the body as it is read. Nothing of it waits.
final class StoredTransport: Transport, @unchecked Sendable {
    private let head: [UInt8]
    private var headUsed = 0
    private let body: (any CacheBody)?
    private var offset: Int64
    private let end: Int64

    /// - Parameters:
    ///   - body: `nil` for a response without content.
    ///   - range: the part of the body to send.
    init(head: [UInt8], body: (any CacheBody)?, range: Range<Int64>) {
        self.head = head
        self.body = body
        offset = range.lowerBound
        end = range.upperBound
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> TransportStep {
        let fromHead = min(buffer.count, head.count - headUsed)
        if fromHead > 0 {
            // SAFETY: `fromHead` is within the buffer and within the rest of the head.
            buffer.copyBytes(from: head[headUsed..<headUsed + fromHead])
            headUsed += fromHead
        }
        let fromBody = try readBody(into: UnsafeMutableRawBufferPointer(rebasing: buffer[fromHead...]))
        return fromHead + fromBody > 0 ? .bytes(fromHead + fromBody) : .ended
    }

    private func readBody(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> Int {
        let wanted = Int(clamping: min(Int64(buffer.count), end - offset))
        guard let body, wanted > 0 else { return 0 }
        do throws(CacheDamage) {
            // SAFETY: `wanted` is at most the buffer's count, and `read` writes no more.
            let count = try body.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]), at: offset)
            offset += Int64(count)
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
