internal import SockeyeBytes
internal import SockeyeIO
internal import SockeyeTesting
internal import SockeyeTransport

/// Why reading from a program failed.
enum ClientFailure: Error, CustomStringConvertible {
    case refused(RequestRefusal)
    /// The program closed the connection in the middle of a message.
    case gone
    case network(StreamError)

    /// A request that isn't HTTP, or not one that can be forwarded: the reason and its clause.
    static func malformed(_ reason: String, _ clause: String? = nil, status: Int = 400) -> ClientFailure {
        .refused(RequestRefusal(status: status, reason: reason, clause: clause))
    }

    var description: String {
        switch self {
        case .refused(let refusal): refusal.explained
        case .gone: "the program closed the connection"
        case .network(let error): "\(error)"
        }
    }
}

extension RequestRefusal {
    /// The reason with its clause.
    var explained: String { reason + (clause.map { " (\($0))" } ?? "") }
}

/// A field after a chunked body.
struct Trailer: Sendable {
    let name: String
    /// The value, which may not be UTF-8.
    let octets: [UInt8]
}

/// Reads the requests of one connection: heads strictly, bodies piece by piece on demand.
actor ClientReader {
    private enum Body {
        case none
        case length(Int64)
        /// Chunked, with this many bytes left in the chunk; 0 before the next chunk size.
        case chunked(Int64)
    }

    private let stream: ProgramStream
    private var buffer: [UInt8] = []
    private var used = 0
    private var body = Body.none
    private(set) var trailers: [Trailer] = []
    /// Body bytes on the wire that `takeWire()` hasn't returned yet.
    private var taken: [UInt8] = []
    /// Ends when the body of the current request is read.
    private var bodyEnd = AsyncStream<Void>.makeStream()

    /// Larger than any real head; a still larger one would be rescanned for its end with every read.
    private static let headByteLimit = 128 * 1024
    /// The maximum length of a line in the chunked coding.
    private static let lineByteLimit = 8192
    private static let trailerLimit = 100

    init(_ stream: ProgramStream) { self.stream = stream }

    /// The next head; `nil` if the program closes first.
    func nextHead(until deadline: Deadline) async throws(ClientFailure) -> ReceivedRequest? {
        trailers = []
        while true {
            if let request = try head() {
                if request.rawHead.count > Self.headByteLimit { throw Self.tooLarge }
                let body = try Self.body(of: request)
                used += request.rawHead.count
                bodyEnd = AsyncStream.makeStream()
                setBody(body)
                return request
            }
            if buffer.count - used > Self.headByteLimit { throw Self.tooLarge }
            let isEmpty = used == buffer.count
            if try await !more(until: deadline) {
                if isEmpty { return nil }
                throw .gone
            }
        }
    }

    private static let tooLarge = ClientFailure.malformed("the head is too large", "RFC 6585 section 5", status: 431)

    private func head() throws(ClientFailure) -> ReceivedRequest? {
        // RFC 9112 section 2.2: an empty line before a request is skipped.
        while buffer.count - used >= 2, buffer[used] == 13, buffer[used + 1] == 10 { used += 2 }
        do throws(RequestRefusal) {
            return try ReceivedRequest(headIn: buffer[used...], takesOctets: true)
        } catch {
            throw .refused(error)
        }
    }

    private static func body(of request: ReceivedRequest) throws(ClientFailure) -> Body {
        let codings = request.values("Transfer-Encoding")
        if !codings.isEmpty {
            // RFC 9112 section 6.1: a body with an unknown coding can't be forwarded.
            guard codings.map({ $0.lowercased() }) == ["chunked"], request.version == "HTTP/1.1" else {
                throw .malformed("unknown transfer coding", "RFC 9112 section 6.1", status: 501)
            }
            return .chunked(0)
        }
        let lengths = request.values("Content-Length").flatMap { value in
            value.split(separator: ",", omittingEmptySubsequences: false).map { element in
                let start = element.drop { $0 == " " || $0 == "\t" }
                return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
            }
        }
        guard let first = lengths.first else { return .none }
        // RFC 9112 section 6.3: a forwarded message must have one unambiguous length; equal values count as one.
        guard lengths.allSatisfy({ $0 == first }), let length = ASCII.decimalNumber(first.utf8) else {
            throw .malformed(
                lengths.count > 1 ? "different lengths" : "malformed Content-Length", "RFC 9112 section 6.3")
        }
        return length == 0 ? .none : .length(length)
    }

    private func setBody(_ new: Body) {
        body = new
        if case .none = new { bodyEnd.continuation.finish() }
    }

    /// The received part of an incomplete or refused head.
    var arrived: [UInt8] { Array(buffer[used...].prefix(Self.headByteLimit)) }

    /// The body bytes read since the last call, as on the wire.
    func takeWire() -> [UInt8] {
        defer { taken = [] }
        return taken
    }

    /// Whether the whole body has been read.
    var isBodyRead: Bool {
        if case .none = body { true } else { false }
    }

    /// The length of the body; `nil` if it is chunked.
    var length: Int64? {
        switch body {
        case .none: 0
        case .length(let length): length
        case .chunked: nil
        }
    }

    /// The next bytes of the body; `nil` at its end.
    func nextPiece() async throws(ClientFailure) -> [UInt8]? {
        switch body {
        case .none: return nil
        case .length(let left):
            let piece = try await take(upTo: left)
            setBody(left == Int64(piece.count) ? .none : .length(left - Int64(piece.count)))
            return piece
        case .chunked(var left):
            if left == 0 {
                left = try await chunkSize()
                if left == 0 {
                    try await readTrailers()
                    setBody(.none)
                    return nil
                }
            }
            let piece = try await take(upTo: left)
            left -= Int64(piece.count)
            if left == 0, try await !line().isEmpty {
                throw .malformed("a chunk is longer than its size", "RFC 9112 section 7.1")
            }
            body = .chunked(left)
            return piece
        }
    }

    private func take(upTo count: Int64) async throws(ClientFailure) -> [UInt8] {
        if used == buffer.count, try await !more(until: .never) { throw .gone }
        let count = Int(min(count, Int64(buffer.count - used)))
        let bytes = Array(buffer[used..<(used + count)])
        used += count
        taken += bytes
        return bytes
    }

    /// RFC 9112 section 7.1.
    private func chunkSize() async throws(ClientFailure) -> Int64 {
        let digits = try await line().prefix { $0 != UInt8(ascii: ";") && $0 != 32 && $0 != 9 }
        let text = String(decoding: digits, as: UTF8.self)
        guard !text.isEmpty, text.utf8.count <= 15, text.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            let size = Int64(text, radix: 16)
        else {
            throw .malformed("malformed chunk size", "RFC 9112 section 7.1")
        }
        return size
    }

    private func readTrailers() async throws(ClientFailure) {
        while true {
            let line = try await line()
            if line.isEmpty { return }
            guard trailers.count < Self.trailerLimit, let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
                throw .malformed("malformed trailers", "RFC 9112 section 7.1.2")
            }
            let octets = line[(colon + 1)...].drop { $0 == 32 || $0 == 9 }
            trailers.append(Trailer(name: String(decoding: line[..<colon], as: UTF8.self), octets: Array(octets)))
        }
    }

    private func line() async throws(ClientFailure) -> [UInt8] {
        while true {
            if let feed = buffer[used...].firstIndex(of: 10) {
                defer { used = feed + 1 }
                let line = Array(buffer[used..<feed])
                taken += buffer[used...feed]
                guard line.last == 13 else { throw .malformed("a line ends without a carriage return") }
                return line.dropLast()
            }
            if buffer.count - used > Self.lineByteLimit { throw .malformed("a chunk's line is too long") }
            if try await !more(until: .never) { throw .gone }
        }
    }

    /// Waits until the body has been read and the program closes its side. An early next request doesn't end the wait.
    func waitForEnd() async throws(ClientFailure) {
        for await _ in bodyEnd.stream {}
        while buffer.count - used < Self.lineByteLimit {
            if try await !more(until: .never) { return }
        }
        do throws(IOError) {
            try await stream.socket.loop.sleep(until: .never)
        } catch {
            throw .network(.io(error))
        }
    }

    /// Bytes received after the head, for a tunnel.
    func takeLeftover() -> [UInt8] {
        defer { (buffer, used) = ([], 0) }
        return Array(buffer[used...])
    }

    private func more(until deadline: Deadline) async throws(ClientFailure) -> Bool {
        do throws(StreamError) {
            let bytes = try await stream.receive(until: deadline)
            if used > 0 {
                buffer.removeSubrange(..<used)
                used = 0
            }
            buffer += bytes
            return !bytes.isEmpty
        } catch {
            throw .network(error)
        }
    }
}

/// The body of a program's request, which the client forwards. It can be read only once.
struct ClientBody: AsyncSequence, Sendable {
    typealias Element = [UInt8]
    typealias Failure = any Error

    let reader: ClientReader
    /// Called before the first piece is read.
    let begin: @Sendable () async throws -> Void
    /// Called with the fields after a chunked body.
    let ended: @Sendable ([Trailer]) -> Void
    /// Called with the length of each piece that was read, and with 0 at the end.
    let took: @Sendable (Int) async throws -> Void

    func makeAsyncIterator() -> Iterator { Iterator(body: self) }

    struct Iterator: AsyncIteratorProtocol {
        let body: ClientBody
        private var hasBegun = false

        init(body: ClientBody) { self.body = body }

        mutating func next() async throws -> [UInt8]? {
            if !hasBegun {
                hasBegun = true
                try await body.begin()
            }
            guard let piece = try await body.reader.nextPiece() else {
                body.ended(await body.reader.trailers)
                try await body.took(0)
                return nil
            }
            try await body.took(piece.count)
            return piece
        }
    }
}
