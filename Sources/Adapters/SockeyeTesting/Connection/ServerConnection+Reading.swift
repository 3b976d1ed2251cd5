internal import SockeyeIO
internal import SockeyeTransport

/// How reading a request failed: the connection did, or the request is wrong.
enum ReadingFailure: Error {
    case stream(StreamError)
    case refused(RequestRefusal)
    /// The client closed in the middle of a request.
    case incomplete
    /// A service ends the connection immediately.
    case ended(ServerConnection.Ending)

    /// What happened, for the log; `nil` if this side ended the wait.
    var descriptionUnlessCancelled: String? {
        switch self {
        case .stream(.io(.cancelled)): nil
        case .stream(let error): error.description
        case .refused(let refusal): "refused a request: \(refusal.reason)"
        case .incomplete: "the client closed in the middle of a request"
        case .ended: nil
        }
    }
}

extension ServerConnection {
    /// The most chunks whose sizes are kept, and the most trailers: a body may have no end, and both are held in memory.
    private static let chunkSizeLimit = 1_000_000
    private static let trailerLimit = 1000

    /// Reads a request's head and logs it; `nil` if the client closes before a request begins.
    func readHead() async throws(ReadingFailure) -> ReceivedRequest? {
        while true {
            if let end = try refusing({ () throws(RequestRefusal) in try RequestHeadReader.end(in: buffer[used...]) }) {
                let raw = Array(buffer[used..<end])
                used = end
                return try refusing { () throws(RequestRefusal) in
                    try note(RequestHeadReader.parse(raw, connection: number))
                }
            }
            let isBetween = used == buffer.count
            if isBetween { shared.live.setIdle(number, true) }
            defer { shared.live.setIdle(number, false) }
            if try await receiveMore() { continue }
            if isBetween { return nil }
            throw .incomplete
        }
    }

    private func note(_ request: ReceivedRequest) -> ReceivedRequest {
        var request = request
        request.serverName = stream.serverName
        request.tls = stream.tlsDetails
        isBodyPending = !request.values("Content-Length").isEmpty || !request.values("Transfer-Encoding").isEmpty
        request.isComplete = !isBodyPending
        current = request
        shared.log.update { [request] in $0.begin(request) }
        return request
    }

    /// Reads the body of the current request, if it has one that is unread.
    ///
    /// - Parameter taker: receives each piece as it comes.
    func readBody(_ taker: PieceTaker? = nil) async throws(ReadingFailure) {
        guard isBodyPending, var request = current else { return }
        isBodyPending = false
        self.taker = taker
        defer { self.taker = nil }
        do throws(ReadingFailure) {
            try await readFramed(into: &request)
        } catch {
            keep(request)
            throw error
        }
        request.isComplete = true
        keep(request)
    }

    private func readFramed(into request: inout ReceivedRequest) async throws(ReadingFailure) {
        let codings = request.values("Transfer-Encoding")
        if codings.isEmpty {
            let lengths = request.values("Content-Length")
            guard lengths.count == 1, let length = decimal(lengths[0]) else {
                throw .refused(RequestRefusal(status: 400, reason: "malformed Content-Length"))
            }
            try await readBytes(length, into: &request)
        } else {
            // RFC 9112 section 6.1: chunked is the only supported coding.
            guard codings.map({ $0.lowercased() }) == ["chunked"] else {
                throw .refused(RequestRefusal(status: 501, reason: "unknown transfer coding"))
            }
            try await readChunks(into: &request)
        }
    }

    /// Records in the log what was read of the body so far.
    private func keep(_ request: ReceivedRequest) {
        current = request
        shared.log.update { log in
            log.revise(connection: number) { entry in
                entry.body = request.body
                entry.bodyLength = request.bodyLength
                entry.chunkSizes = request.chunkSizes
                entry.trailers = request.trailers
                entry.isComplete = request.isComplete
            }
        }
    }

    private func readBytes(_ count: Int, into request: inout ReceivedRequest) async throws(ReadingFailure) {
        var left = count
        while left > 0 {
            if used == buffer.count, try await !receiveMore() { throw .incomplete }
            let taken = min(left, buffer.count - used)
            let room = max(0, shared.configuration.recordedBodyBytes - request.body.count)
            request.body += buffer[used..<(used + min(taken, room))]
            request.bodyLength += taken
            if let taker { try await taker(Array(buffer[used..<(used + taken)])) }
            used += taken
            left -= taken
        }
    }

    /// RFC 9112 section 7.1: chunk-size [ chunk-ext ] CRLF chunk-data CRLF … 0 CRLF trailers CRLF.
    private func readChunks(into request: inout ReceivedRequest) async throws(ReadingFailure) {
        while true {
            let line = try await readLine()
            guard let size = hexadecimal(line.prefix { $0 != UInt8(ascii: ";") }) else {
                throw .refused(RequestRefusal(status: 400, reason: "malformed chunk size"))
            }
            if size == 0 { break }
            if request.chunkSizes.count < Self.chunkSizeLimit { request.chunkSizes.append(size) }
            try await readBytes(size, into: &request)
            guard try await readLine().isEmpty else {
                throw .refused(RequestRefusal(status: 400, reason: "a chunk is longer than its size"))
            }
        }
        while true {
            let line = try await readLine()
            if line.isEmpty { return }
            guard request.trailers.count < Self.trailerLimit else {
                throw .refused(RequestRefusal(status: 431, reason: "too many trailers", clause: "RFC 6585 section 5"))
            }
            request.trailers.append(
                try refusing { () throws(RequestRefusal) in try RequestHeadReader.field(line[...]) })
        }
    }

    /// Reads a line, without its CRLF.
    private func readLine() async throws(ReadingFailure) -> [UInt8] {
        while true {
            if let feed = buffer[used...].firstIndex(of: 10) {
                let line = buffer[used..<feed]
                guard line.last == 13 else {
                    throw .refused(RequestRefusal(status: 400, reason: "a line ends without a carriage return"))
                }
                used = feed + 1
                return Array(line.dropLast())
            }
            if buffer.count - used > 8192 {
                throw .refused(RequestRefusal(status: 400, reason: "a chunk's line is too long"))
            }
            if try await !receiveMore() { throw .incomplete }
        }
    }

    /// Reads and drops `count` raw bytes; false if the client closes first.
    func readRaw(_ count: Int) async throws(ReadingFailure) -> Bool {
        var left = count
        while left > 0 {
            if used == buffer.count, try await !receiveMore() { return false }
            let taken = min(left, buffer.count - used)
            used += taken
            left -= taken
        }
        return true
    }

    /// Reads and drops everything until the client closes.
    func readToEnd() async throws(ReadingFailure) {
        while true {
            used = buffer.count
            if try await !receiveMore() { return }
        }
    }

    private func refusing<Value>(_ body: () throws(RequestRefusal) -> Value) throws(ReadingFailure) -> Value {
        do throws(RequestRefusal) {
            return try body()
        } catch {
            throw .refused(error)
        }
    }
}

/// RFC 9112 section 7.1: hexadecimal digits only.
private func hexadecimal(_ bytes: ArraySlice<UInt8>) -> Int? {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.allSatisfy(\.isHexDigit) ? Int(text, radix: 16) : nil
}
