/// What the server does with one request.
struct Answer {
    enum Framing {
        case length, chunked, untilClose
    }

    /// What the server does wrong.
    enum Lie {
        /// It announces more than it sends, and closes.
        case tooShort
        case twoLengths, garbage, badChunk
        /// Another answer follows that nobody asked for.
        case unsolicited
    }

    /// What becomes of the connection.
    enum Ending {
        case keep, announcedClose
        /// It says nothing and closes after this.
        case silentClose(Duration)
        /// The same, and goes on reading.
        case halfClose(Duration)
        /// It closes when the next request arrives.
        case closeOnNext
    }

    var status = 200
    var fields: [(name: String, value: String)] = []
    var body: [UInt8] = []
    var framing = Framing.length
    var lie: Lie?
    var ending = Ending.keep
    /// Whether it comes before the request's body.
    var isEarly = false
    /// Interim answers before it.
    var interim: [String] = []
    /// Before the head, and between the pieces of the body.
    var delays: [Duration] = []

    /// Whether a response to `method` carries the body.
    func hasBody(for method: String) -> Bool {
        method != "HEAD" && status != 204 && status != 304
    }

    /// The bytes to send, the head with the first piece.
    func pieces(for method: String) -> [[UInt8]] {
        var head = interim.joined()
        if lie == .garbage {
            head += "HTP/1.1 200 OK\r\n\r\n"
            return [Array(head.utf8)]
        }
        head += "HTTP/1.1 \(status) Fine\r\n"
        for field in fields { head += "\(field.name): \(field.value)\r\n" }
        let announced = lie == .tooShort ? body.count + 10 : body.count
        let isBodiless = status == 204
        switch framing {
        case .length where !isBodiless:
            head += "Content-Length: \(announced)\r\n"
            if lie == .twoLengths { head += "Content-Length: \(announced + 1)\r\n" }
        case .chunked where !isBodiless: head += "Transfer-Encoding: chunked\r\n"
        default: break
        }
        if case .announcedClose = ending { head += "Connection: close\r\n" }
        head += "\r\n"
        var pieces = [Array(head.utf8)]
        if hasBody(for: method) {
            let count = max(1, delays.count)
            let size = max(1, (body.count + count - 1) / count)
            var start = 0
            while start < body.count {
                let part = Array(body[start..<min(body.count, start + size)])
                start += part.count
                pieces.append(framing == .chunked ? chunk(part) : part)
            }
            if framing == .chunked, lie != .tooShort { pieces.append(Array("0\r\n\r\n".utf8)) }
        }
        if lie == .unsolicited {
            // In one piece with the end, so that the client can know.
            let false_ = Array("HTTP/1.1 200 OK\r\nX-Operation: 999\r\nX-Visit: 0\r\nContent-Length: 0\r\n\r\n".utf8)
            return [pieces.flatMap(\.self) + false_]
        }
        return pieces
    }

    private func chunk(_ part: [UInt8]) -> [UInt8] {
        let size = lie == .badChunk ? "zz" : String(part.count, radix: 16)
        return Array("\(size)\r\n".utf8) + part + [13, 10]
    }
}
