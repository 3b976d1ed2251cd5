import SockeyeIO
import SockeyeTransport

@testable import SockeyeClient
@testable import SockeyeTesting

/// The server's side of one connection of a `MemoryServer`: plays steps, one act at a time.
actor MemoryPeer {
    private enum Move {
        case step(Step)
        /// Answers the request whose head was read.
        case answer
        /// The same once its body is read.
        case reply
    }

    private let number: Int
    private let arrivals: Int
    private let handler: LoopbackHandler?
    private let note: @Sendable (ReceivedRequest) -> Void
    /// What is left to do, the next move last.
    private var moves: [Move]
    /// How many of the written bytes are read.
    private var used = 0
    /// The last request.
    private var current: ReceivedRequest?
    private var isBodyPending = false
    /// Bytes that are still to arrive.
    private var outgoing: ArraySlice<UInt8> = []

    init(
        _ steps: [Step], number: Int, arrivals: Int, handler: LoopbackHandler?,
        note: @escaping @Sendable (ReceivedRequest) -> Void
    ) {
        moves = steps.reversed().map(Move.step)
        self.number = number
        self.arrivals = arrivals
        self.handler = handler
        self.note = note
    }

    /// The next act, given all that the client wrote.
    func act(after written: [UInt8]) async throws -> MemoryTransport.Act {
        while outgoing.isEmpty {
            guard let move = moves.popLast() else { return .end }
            let act: MemoryTransport.Act? =
                switch move {
                case .step(.awaitHead), .step(.receiveBody), .step(.receive): try take(move, from: written)
                case .step(let step): try await play(step)
                case .answer: answer()
                case .reply: await reply()
                }
            if let act { return act }
        }
        let piece = Array(outgoing.prefix(arrivals))
        outgoing = outgoing.dropFirst(arrivals)
        return .say(piece)
    }

    private func next(_ steps: [Step]) {
        moves += steps.reversed().map(Move.step)
    }

    // MARK: Steps

    /// Plays a step that reads nothing; `nil` to go on with the next.
    private func play(_ step: Step) async throws -> MemoryTransport.Act? {
        switch step {
        case .awaitRequest: next([.awaitHead, .receiveBody])
        case .awaitHead, .receiveBody, .receive, .updateKeys, .startTLS, .echoBytes, .pace: break
        case .send(let text): outgoing = Array(text.utf8)[...]
        case .sendBytes(let bytes): outgoing = bytes[...]
        case .sendPattern(let offsets): outgoing = BytePattern.bytes(offsets)[...]
        case .sendZeros(let count):
            let piece = min(count, 1 << 20)
            outgoing = [UInt8](repeating: 0, count: piece)[...]
            if count > piece { next([.sendZeros(count - piece)]) }
        case .pause(let gate): try await gate.wait()
        case .open(let gate): gate.open()
        case .delay(let duration): return .pause(duration)
        case .stall, .awaitEnd:
            next([.stall])
            return .stall
        case .serve(let requests?) where requests <= 0: break
        case .serve(let requests):
            next([.serve(requests: requests.map { $0 - 1 })])
            moves += [.answer, .step(.awaitHead)]
        case .forEachRequest(let round): next([.awaitRequest] + round + [step])
        // Only a socket carries these.
        case .acceptWebSocket, .awaitFrame, .echoMessages: break
        case .shutdownSending, .close, .cut:
            moves = []
            return .end
        case .reset: return .fail(.io(.system(call: "recv", errorNumber: 104)))
        }
        return nil
    }

    private func answer() -> MemoryTransport.Act? {
        guard let current else { return .end }
        if let expectation = current["Expect"] {
            if let refusal = Routes.refusal(of: current, expecting: expectation) { return send(refusal) }
            if isBodyPending { outgoing = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)[...] }
        }
        moves += [.reply, .step(.receiveBody)]
        return nil
    }

    private func reply() async -> MemoryTransport.Act? {
        guard let current else { return .end }
        return send(await handler?(current) ?? Routes.reply(to: current))
    }

    private func send(_ reply: LoopbackReply) -> MemoryTransport.Act? {
        guard let current else { return .end }
        let closes = reply.closes || current.has("close", in: "Connection") || isBodyPending
        // RFC 9110 sections 9.3.2, 15.3.5 and 15.4.5: these responses have no body.
        let hasNoBody = current.method == "HEAD" || reply.status == 204 || reply.status == 304
        let head = reply.head(extra: closes ? [.init("Connection", "close")] : [])
        next(reply.interim + [.send(head)] + (hasNoBody ? [] : reply.body) + (closes ? [.close] : []))
        return nil
    }

    // MARK: Requests

    /// Takes what the step waits for, or waits on.
    private func take(_ move: Move, from written: [UInt8]) throws -> MemoryTransport.Act? {
        let rest = written[used...]
        var taken: Int?
        switch move {
        case .step(.receive(let count)): taken = rest.count >= count ? count : nil
        case .step(.awaitHead): taken = try takeHead(rest)
        default: taken = isBodyPending ? takeBody(rest) : 0
        }
        guard let taken else {
            moves.append(move)
            return .awaitBytes
        }
        used += taken
        return nil
    }

    private func takeHead(_ rest: ArraySlice<UInt8>) throws -> Int? {
        guard let end = try RequestHeadReader.end(in: rest) else { return nil }
        var request = try RequestHeadReader.parse(Array(rest[..<end]), connection: number)
        isBodyPending = !request.values("Content-Length").isEmpty || !request.values("Transfer-Encoding").isEmpty
        request.isComplete = !isBodyPending
        current = request
        note(request)
        return end - rest.startIndex
    }

    private func takeBody(_ rest: ArraySlice<UInt8>) -> Int? {
        guard var request = current else { return 0 }
        let taken: Int
        if let length = request["Content-Length"].flatMap({ Int($0) }) {
            guard rest.count >= length else { return nil }
            request.body = Array(rest.prefix(length))
            taken = length
        } else {
            var chunks = ChunkedBody(rest)
            guard chunks.readAll() else { return nil }
            (request.body, request.chunkSizes, request.trailers) = (chunks.body, chunks.sizes, chunks.trailers)
            taken = chunks.position - rest.startIndex
        }
        request.bodyLength = request.body.count
        request.isComplete = true
        request.number = 1
        isBodyPending = false
        current = request
        note(request)
        return taken
    }
}

/// Reads a chunked body (RFC 9112 section 7.1) that is there whole.
private struct ChunkedBody {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int
    private(set) var body: [UInt8] = []
    private(set) var sizes: [Int] = []
    private(set) var trailers: [ReceivedRequest.Field] = []

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// False if the end isn't there.
    mutating func readAll() -> Bool {
        while let line = nextLine() {
            guard let size = Int(line, radix: 16) else { return false }
            if size == 0 { return readTrailers() }
            guard bytes.endIndex - position >= size + 2 else { return false }
            body += bytes[position..<position + size]
            sizes.append(size)
            position += size
            guard nextLine() == "" else { return false }
        }
        return false
    }

    private mutating func readTrailers() -> Bool {
        while let line = nextLine() {
            if line.isEmpty { return true }
            let parts = line.split(separator: ":", maxSplits: 1)
            trailers.append(.init(String(parts[0]), parts.count > 1 ? String(parts[1].dropFirst()) : ""))
        }
        return false
    }

    /// The next line, without its CRLF.
    private mutating func nextLine() -> String? {
        guard let feed = bytes[position...].firstIndex(of: 10), feed > position, bytes[feed - 1] == 13 else {
            return nil
        }
        defer { position = feed + 1 }
        return String(decoding: bytes[position..<feed - 1], as: UTF8.self)
    }
}
