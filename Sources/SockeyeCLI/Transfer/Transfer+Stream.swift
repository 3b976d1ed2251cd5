internal import Sockeye
internal import SockeyeIO
internal import SockeyeStream
internal import SockeyeStreams
internal import SockeyeURL

// --connect: bytes both ways, as they come.
//
//   standard input ──→ the peer; at its end, the sending side is closed
//   output ←── the peer, until it closes
extension Transfer {
    /// Carries bytes until the peer closes its side.
    func carry(to url: HTTPURL, _ trace: TransferTrace, _ fileName: String?) async throws {
        let sink = try makeSink(fileName)
        let end = deadline
        sink.deadline = end
        try await client.withStream(
            to: url.hostForConnecting, port: url.effectivePort, tls: url.isSecure, observer: trace
        ) { stream in
            try sink.beginBody(contentType: nil)
            let failure = InputFailure()
            let sender = Task(executorPreference: loop) {
                do {
                    while let chunk = try await StandardInput.next() {
                        try await stream.send(chunk, until: end)
                        trace.note(sent: chunk.count)
                    }
                    stream.endSending()
                } catch is StreamError {
                    // A peer that doesn't want it all may still have something to say: receiving tells how it ends.
                } catch {
                    failure.set(error)
                    stream.close()
                }
            }
            defer { sender.cancel() }
            do throws(StreamError) {
                while true {
                    let bytes = try await stream.receive(until: end)
                    if bytes.isEmpty { break }
                    trace.note(received: bytes.count)
                    do {
                        try sink.writeBody(bytes.span.bytes)
                    } catch {
                        failure.set(error)
                        break
                    }
                }
            } catch {
                try failure.check()
                throw TransferFailure(error)
            }
            try failure.check()
        }
        _ = try sink.complete()
    }
}

extension TransferFailure {
    /// A connection that carries no HTTP broke.
    fileprivate init(_ error: StreamError) {
        if error == .io(.timedOut) {
            self.init(.operationTimedOut, "timed out in total; -m SECONDS allows more")
        } else {
            self.init(.receiveError, "the connection broke: \(error)")
        }
    }
}
