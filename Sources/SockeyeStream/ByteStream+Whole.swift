package import SockeyeIO

extension ByteStream {
    /// Sends all of `bytes`, waiting whenever the send buffer is full.
    package func sendAll(_ bytes: [UInt8], until deadline: Deadline) async throws(StreamError) {
        var sent = 0
        while sent < bytes.count {
            if Task.isCancelled { throw .io(.cancelled) }
            // SAFETY: the pointer is used during the call only, and `sent` is less than the count.
            let step = try bytes.withUnsafeBufferPointer { buffer throws(StreamError) in
                try write(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[sent...])))
            }
            switch step {
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

    private func receiveNow(upTo count: Int) throws(StreamError) -> ([UInt8], TransportStep) {
        var result: Result<TransportStep, StreamError> = .success(.wouldBlock)
        // SAFETY: `read` writes the first `received` bytes of the buffer, and just those are initialised.
        let bytes = [UInt8](unsafeUninitializedCapacity: max(1, count)) { buffer, initialized in
            do throws(StreamError) {
                let step = try read(into: UnsafeMutableRawBufferPointer(buffer))
                if case .bytes(let received) = step { initialized = received }
                result = .success(step)
            } catch {
                result = .failure(error)
            }
        }
        return (bytes, try result.get())
    }
}
