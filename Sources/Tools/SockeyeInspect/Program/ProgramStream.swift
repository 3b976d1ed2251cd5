internal import SockeyeIO
internal import SockeyeTransport
internal import Synchronization

/// A program's connection: plain, or inside the TLS for which the proxy takes the server's place. One task may send while another
/// receives.
final class ProgramStream: Sendable {
    private let bytes: ByteStream
    /// The two directions never take a step at the same moment.
    private let gate = Mutex(())

    init(_ bytes: ByteStream) { self.bytes = bytes }

    var socket: Socket { bytes.socket }

    func receive(until deadline: Deadline = .never) async throws(StreamError) -> [UInt8] {
        while true {
            if Task.isCancelled { throw .io(.cancelled) }
            let (received, step) = try gate.withLock { _ throws(StreamError) in try bytes.receiveNow(upTo: 65_536) }
            switch step {
            case .bytes: return received
            case .ended: return []
            case .wouldBlock: try await bytes.waitToRead(until: deadline)
            }
        }
    }

    func send(_ all: [UInt8], until deadline: Deadline = .never) async throws(StreamError) {
        // TLS has begun to send what a call that was given up left, and would count the new bytes as those.
        if gate.withLock({ _ in bytes.isMidwayThroughWrite }) { throw .io(.closed) }
        var sent = 0
        while sent < all.count {
            if Task.isCancelled { throw .io(.cancelled) }
            if sent > 0, deadline.hasPassed { throw .io(.timedOut) }
            let step = try gate.withLock { _ throws(StreamError) in try bytes.write(all, sent..<all.count) }
            switch step {
            case .bytes(let count): sent += count
            case .wouldBlock: try await bytes.waitToWrite(until: deadline)
            case .ended: throw .io(.closed)
            }
        }
    }

    func close() { gate.withLock { _ in bytes.close() } }

    /// Ends the connection so that the program sees a cut.
    func reset() {
        gate.withLock { _ in
            try? bytes.socket.setResetOnClose()
            bytes.abandon()
        }
    }

    /// Ends this direction, so that the program sees the end.
    func endSending() { gate.withLock { _ in _ = bytes.endSending() } }
}
