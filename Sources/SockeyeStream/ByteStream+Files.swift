package import SockeyeIO

// Moves bytes between a socket and a file inside the kernel.
extension ByteStream {
    /// Moves at most `count` bytes that were received into `pipe`; for plain streams alone.
    package func splice(into pipe: SplicePipe, atMost count: Int) throws(StreamError) -> TransportStep {
        do throws(IOError) {
            guard let moved = try pipe.fill(from: socket, atMost: count) else {
                readInterest = .readable
                return .wouldBlock
            }
            return moved == 0 ? .ended : .bytes(moved)
        } catch {
            throw .io(error)
        }
    }

    /// Drops at most `count` bytes that were received; for plain streams only.
    package func drop(atMost count: Int) throws(StreamError) -> TransportStep {
        let dropped: Int?
        do throws(IOError) {
            dropped = try ScratchBuffers.withBuffer { buffer throws(IOError) in
                // SAFETY: the scratch buffer is exclusively ours until the closure returns; the slice ends within it.
                try socket.tryDrop(with: .init(rebasing: buffer.prefix(count)))
            }
        } catch {
            throw .io(error)
        }
        guard let dropped else {
            readInterest = .readable
            return .wouldBlock
        }
        // More may be there, without another event.
        if dropped == count { isUndrained = true }
        return dropped == 0 ? .ended : .bytes(dropped)
    }

    /// Sends at most `count` bytes of `file` from `offset` on with `sendfile(2)`; for plain streams only.
    package func sendFile(
        _ file: File, at offset: Int64, atMost count: Int
    ) throws(StreamError) -> Socket.FileStep {
        do throws(IOError) {
            let step = try socket.trySendFile(file, at: offset, atMost: count)
            if step == .wouldBlock { writeInterest = .writable }
            return step
        } catch {
            // As after a failed write: a response may be there although its event is still to come.
            isUndrained = true
            throw .io(error)
        }
    }
}
