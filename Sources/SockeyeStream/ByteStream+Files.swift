package import SockeyeIO

// Bytes between the kernel's socket and its files, without a copy in this process.
extension ByteStream {
    /// Moves at most `count` bytes that were received into `pipe`; for plain streams alone.
    package func splice(into pipe: SplicePipe, atMost count: Int) throws(StreamError) -> Step {
        do throws(IOError) {
            guard let moved = try pipe.fill(from: socket, atMost: count) else {
                wanted = .readable
                return .wouldBlock
            }
            return moved == 0 ? .ended : .bytes(moved)
        } catch {
            throw .io(error)
        }
    }

    /// Sends at most `count` bytes of `file` from `offset` on by `sendfile(2)`; for plain streams alone.
    package func sendFile(
        _ file: File, at offset: Int64, atMost count: Int
    ) throws(StreamError) -> Socket.FileStep {
        do throws(IOError) {
            let step = try socket.trySendFile(file, at: offset, atMost: count)
            if step == .wouldBlock { wanted = .writable }
            return step
        } catch {
            // As after a failed write: an answer may be there whose event is still to come.
            isUndrained = true
            throw .io(error)
        }
    }
}
