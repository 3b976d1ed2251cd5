package import SockeyeIO

extension Transport {
    /// Sends all of `bytes`, waiting whenever the send buffer is full.
    package func sendAll(_ bytes: [UInt8], until deadline: Deadline) async throws(StreamError) {
        var sent = 0
        while sent < bytes.count {
            if Task.isCancelled { throw .io(.cancelled) }
            // A peer that drains as fast as this sends never makes it wait.
            if sent > 0, deadline.hasPassed { throw .io(.timedOut) }
            switch try write(bytes, sent..<bytes.count) {
            case .bytes(let count): sent += count
            case .wouldBlock: try await waitToWrite(until: deadline)
            case .ended: throw .io(.closed)
            }
        }
    }

    /// Receives at most `count` bytes, waiting until something arrives; empty at the end.
    package func receive(upTo count: Int, until deadline: Deadline) async throws(StreamError) -> [UInt8] {
        while true {
            if Task.isCancelled { throw .io(.cancelled) }
            let (bytes, step) = try receiveNow(upTo: count)
            switch step {
            case .bytes: return bytes
            case .ended: return []
            case .wouldBlock: try await waitToRead(until: deadline)
            }
        }
    }
}
