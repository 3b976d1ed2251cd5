internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTransport

// Bytes of a body that nobody has to look at: they pass the codec, which only counts them.
extension ResponseReader {
    /// Moves a bare body into `pipe`, inside the kernel.
    func splice(into pipe: SplicePipe, atMost limit: Int64) throws(HTTPClientError) -> TransportStep {
        try moveBare(atMost: min(limit, Int64(pipe.capacity))) { wanted, remaining throws(StreamError) in
            guard let stream = wire.connection.stream else { return .ended }
            return try stream.splice(into: pipe, atMost: wanted, of: remaining)
        }
    }

    /// Drops available bytes of the body, decoded only if it is coded; a bare one on a plain connection isn't even
    /// copied.
    func drop() throws -> TransportStep {
        guard isBare, let stream = wire.connection.stream, !stream.isEncrypted else { return try lend { _ in } }
        return try moveBare(atMost: .max) { wanted, remaining throws(StreamError) in
            try stream.drop(atMost: wanted, of: remaining)
        }
    }

    /// Copies a stored body into `file`.
    func copy(
        _ stored: StoredTransport, into file: File, at offset: Int64, atMost limit: Int64
    ) throws -> TransportStep {
        var errorNumber: Int32?
        let step = try moveBare(atMost: limit) { wanted, _ throws(StreamError) in
            let count = try stored.copy(to: file.number, at: offset, atMost: Int64(wanted))
            if count < 0 { errorNumber = Int32(truncatingIfNeeded: 0 - count) }
            return count > 0 ? .bytes(count) : count == 0 ? .ended : .wouldBlock
        }
        if let errorNumber { throw FileError(call: "write", path: file.path, errorNumber: errorNumber) }
        return step
    }

    /// Whether the next bytes on the transport are the unframed body, and no observer wants them.
    var isBare: Bool {
        guard case .content = form, leftover.isEmpty, tap == nil, contentWatch == nil,
            wire.observer?.wantsBytes != true
        else {
            return false
        }
        return wire.exclusively {
            wire.codec.responseBodyLength != .chunked && wire.codec.rawBodyRemaining != nil
        }
    }

    /// Moves body bytes past the codec, which counts them.
    private func moveBare(
        atMost limit: Int64, _ move: (Int, Int64) throws(StreamError) -> TransportStep
    ) throws(HTTPClientError) -> TransportStep {
        try wire.exclusively { () throws(HTTPClientError) in
            guard let remaining = wire.codec.rawBodyRemaining else { return .ended }
            let step = try step { () throws(StreamError) in
                try move(Int(clamping: min(remaining, limit)), remaining)
            }
            switch step {
            case .wouldBlock: break
            case .ended: try peerEnded()
            case .bytes(let moved): try count(bare: moved)
            }
            return step
        }
    }

    private func count(bare count: Int) throws(HTTPClientError) {
        do throws(HTTP1Error) {
            try wire.codec.skipBodyBytes(Int64(count))
        } catch {
            throw wire.error(.http(error), in: .receive)
        }
        wire.log.wireBodyBytes += Int64(count)
        try received(count)
        // The codec reports the end when it is asked for more.
        if wire.codec.rawBodyRemaining == nil, case .end(let fields) = try decodeNothing() {
            complete(trailers: fields)
        }
    }
}
