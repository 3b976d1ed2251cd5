import HTTPTypes
import SockeyeHTTP1

/// The events of an exchange; adjacent body bytes are one event.
private struct Outcome: Equatable {
    enum Event: Equatable {
        case informational(ResponseHead)
        case head(ResponseHead)
        case body([UInt8])
        case end(HTTPFields?)
        case tunnel
    }

    var events: [Event] = []
    var error: HTTP1Error?
    var consumed = 0
    var disposition: ConnectionDisposition?
    private var isEnded = false

    /// Feeds `bytes` in pieces of the lengths from `pieceLength`, then closes the connection.
    init(_ request: RequestHead, _ bytes: [UInt8], pieceLength: (Int) -> Int) {
        var exchange = Exchange(request: request, limits: Limits(lineBytes: 200, fieldCount: 10, trailerBytes: 100))
        var output: [UInt8] = []
        do throws(HTTP1Error) {
            try exchange.encodeHead(into: &output)
            var start = 0
            while start < bytes.count, !isEnded {
                let end = min(bytes.count, start + max(1, pieceLength(start)))
                // Each piece gets its own memory, so that the sanitizer sees a read past its end.
                let piece = Array(bytes[start..<end])
                var position = 0
                while !isEnded {
                    let step = try exchange.receive(piece.span.bytes.extracting(position..<piece.count))
                    take(step.event, piece[position...])
                    position += step.consumed
                    if step.event == .needMore { break }
                }
                consumed += position
                start = end
            }
            if !isEnded { take(try exchange.receiveEnd(), []) }
        } catch {
            self.error = error
            consumed = 0  // the bytes of the piece before the fault depend on the split
            require(!error.description.isEmpty, "an error without words")
        }
        disposition = exchange.connectionDisposition
    }

    private mutating func take(_ event: Exchange.Event, _ input: ArraySlice<UInt8>) {
        switch event {
        case .needMore:
            break
        case .informational(let head):
            events.append(.informational(head))
        case .head(let head):
            events.append(.head(head))
        case .bodyBytes(let offset, let count):
            let bytes = input.dropFirst(offset).prefix(count)
            require(bytes.count == count && count > 0, "a body event outside its input")
            if case .body(let earlier) = events.last {
                events[events.count - 1] = .body(earlier + bytes)
            } else {
                events.append(.body(Array(bytes)))
            }
        case .end(let trailers):
            events.append(.end(trailers))
            isEnded = true
        case .tunnel:
            events.append(.tunnel)
            isEnded = true
        }
    }
}

private let hostName = HTTPField.Name("Host")

/// The requests that a response may answer, which decide what body it can have.
private let requests: [RequestHead] = {
    var fields = HTTPFields()
    if let hostName { fields.append(HTTPField(name: hostName, value: "a")) }
    var upgrading = fields
    upgrading.append(HTTPField(name: .upgrade, value: "websocket"))
    return [
        RequestHead(method: .get, target: .origin("/"), fields: fields),
        RequestHead(method: .head, target: .origin("/"), fields: fields),
        RequestHead(method: .connect, target: .authority("a:1"), fields: fields),
        RequestHead(method: .get, target: .origin("/"), fields: upgrading),
    ]
}()

extension Check {
    /// However the bytes of a response are split, they yield the same events, and nothing traps.
    static func response(_ input: Input) {
        let (bytes, choice) = (input.bytes, input.choice)
        let request = requests[choice & 3]
        let whole = Outcome(request, bytes) { _ in bytes.count }
        require(whole == Outcome(request, bytes) { _ in 1 }, "byte by byte differs")
        require(whole == Outcome(request, bytes) { (($0 &* 31) ^ choice) % 13 }, "pieces differ")
    }
}
