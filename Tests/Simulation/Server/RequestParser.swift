/// Reads requests strictly, as a server that forgives nothing: whatever it refuses is the client's mistake.
struct RequestParser {
    struct Head {
        let method: String
        let target: String
        let fields: [(name: String, value: String)]

        /// The values of a field, given its name in lowercase.
        func values(_ name: String) -> [String] {
            fields.filter { $0.name == name }.map(\.value)
        }
    }

    enum Event {
        case head(Head)
        case body([UInt8])
        case end
    }

    struct Garbled: Error {
        let words: String
    }

    private enum State {
        case head
        case body(left: Int)
        case chunkSize
        case chunk(left: Int)
        case trailers
    }

    private var state = State.head
    private var buffer: [UInt8] = []

    /// Whether nothing of a request is there.
    var isIdle: Bool {
        if case .head = state { buffer.isEmpty } else { false }
    }

    mutating func take(_ bytes: [UInt8]) throws(Garbled) -> [Event] {
        buffer += bytes
        var events: [Event] = []
        while let event = try next() { events += event }
        return events
    }

    /// The next events, none if a step was internal; `nil` if more bytes are needed.
    private mutating func next() throws(Garbled) -> [Event]? {
        switch state {
        case .head:
            guard let lines = takeHead() else { return nil }
            return try begin(lines)
        case .body(0):
            state = .head
            return [.end]
        case .body(let left):
            guard !buffer.isEmpty else { return nil }
            let piece = take(left)
            state = .body(left: left - piece.count)
            return [.body(piece)]
        case .chunkSize:
            guard let line = takeLine() else { return nil }
            guard let size = Int(line, radix: 16) else { throw Garbled(words: "a chunk size is \(line)") }
            state = size == 0 ? .trailers : .chunk(left: size)
            return []
        case .chunk(0):
            guard buffer.count >= 2 else { return nil }
            guard take(2) == [13, 10] else { throw Garbled(words: "a chunk has no end") }
            state = .chunkSize
            return []
        case .chunk(let left):
            guard !buffer.isEmpty else { return nil }
            let piece = take(left)
            state = .chunk(left: left - piece.count)
            return [.body(piece)]
        case .trailers:
            guard let line = takeLine() else { return nil }
            if !line.isEmpty { return [] }
            state = .head
            return [.end]
        }
    }

    private mutating func begin(_ lines: [String]) throws(Garbled) -> [Event] {
        let parts = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[2] == "HTTP/1.1", parts[0].allSatisfy({ $0.isUppercase }) else {
            throw Garbled(words: "a request begins with \(lines.first ?? "")")
        }
        var fields: [(name: String, value: String)] = []
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { throw Garbled(words: "a field is \(line)") }
            fields.append((line[..<colon].lowercased(), String(line[line.index(after: colon)...].drop { $0 == " " })))
        }
        let head = Head(method: parts[0], target: parts[1], fields: fields)
        let lengths = head.values("content-length")
        let codings = head.values("transfer-encoding")
        guard lengths.count + codings.count <= 1 else { throw Garbled(words: "a request has two lengths") }
        if codings == ["chunked"] {
            state = .chunkSize
            return [.head(head)]
        }
        guard let length = Int(lengths.first ?? "0") else { throw Garbled(words: "a length is \(lengths)") }
        state = .body(left: length)
        return [.head(head)]
    }

    // MARK: Bytes

    private mutating func take(_ count: Int) -> [UInt8] {
        let piece = Array(buffer.prefix(count))
        buffer.removeFirst(piece.count)
        return piece
    }

    private mutating func takeLine() -> String? {
        guard let feed = buffer.firstIndex(of: 10) else { return nil }
        let line = String(decoding: buffer[..<feed].dropLast(), as: UTF8.self)
        buffer.removeFirst(feed + 1)
        return line
    }

    private mutating func takeHead() -> [String]? {
        var start = 0
        var lines: [String] = []
        while let feed = buffer[start...].firstIndex(of: 10) {
            let line = buffer[start..<feed].dropLast()
            start = feed + 1
            if line.isEmpty {
                buffer.removeFirst(start)
                return lines
            }
            lines.append(String(decoding: line, as: UTF8.self))
        }
        return nil
    }
}
