package import SockeyeIO

// Moves bytes between a socket and a file inside the kernel.
extension ByteStream {
    /// Moves at most `count` bytes that were received into `pipe`; for plain streams alone.
    ///
    /// - Parameter remaining: how many bytes of the body are still to come.
    package func splice(
        into pipe: SplicePipe, atMost count: Int, of remaining: Int64
    ) throws(StreamError) -> TransportStep {
        let moved: Int?
        do throws(IOError) {
            moved = try pipe.fill(from: socket, atMost: count)
        } catch {
            throw .io(error)
        }
        return step(moved, of: remaining)
    }

    /// Drops at most `count` bytes that were received; for plain streams only.
    ///
    /// - Parameter remaining: how many bytes of the body are still to come.
    package func drop(atMost count: Int, of remaining: Int64) throws(StreamError) -> TransportStep {
        let dropped: Int?
        do throws(IOError) {
            dropped = try ScratchBuffers.withBuffer { buffer throws(IOError) in
                // SAFETY: the scratch buffer is exclusively ours until the closure returns; the slice ends within it.
                try socket.tryReceive(into: .init(rebasing: buffer.prefix(count)), drops: true)
            }
        } catch {
            throw .io(error)
        }
        // More may be there, without another event.
        if dropped == count { isUndrained = true }
        return step(dropped, of: remaining)
    }

    private func step(_ moved: Int?, of remaining: Int64) -> TransportStep {
        guard let moved else {
            readInterest = .readable
            return .wouldBlock
        }
        noteArrived(moved, of: remaining)
        return moved == 0 ? .ended : .bytes(moved)
    }
}
