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
    /// In a head: where its last line begins, and how far that has been searched for its end. Requests may come in pieces of
    /// seven bytes.
    private var lastLine = (start: 0, searched: 0)

    /// Whether nothing of a request is there.
    var isIdle: Bool {
        if case .head = state { buffer.isEmpty } else { false }
    }

    mutating func take(_ bytes: [UInt8]) throws(Garbled) -> [Event] {
        if buffer.isEmpty { buffer = bytes } else { buffer += bytes }
        var events: [Event] = []
        while try step(&events) {}
        return events
    }

    /// Takes a step, which may add an event; false if more bytes are needed.
    private mutating func step(_ events: inout [Event]) throws(Garbled) -> Bool {
        switch state {
        case .head:
            guard let lines = takeHead() else { return false }
            events.append(.head(try begin(lines)))
        case .body(0):
            state = .head
            events.append(.end)
        case .body(let left):
            guard !buffer.isEmpty else { return false }
            let piece = take(left)
            state = .body(left: left - piece.count)
            events.append(.body(piece))
        case .chunkSize:
            guard let line = takeLine() else { return false }
            guard let size = Int(line, radix: 16) else { throw Garbled(words: "a chunk size is \(line)") }
            state = size == 0 ? .trailers : .chunk(left: size)
        case .chunk(0):
            guard buffer.count >= 2 else { return false }
            guard take(2) == [13, 10] else { throw Garbled(words: "a chunk has no end") }
            state = .chunkSize
        case .chunk(let left):
            guard !buffer.isEmpty else { return false }
            let piece = take(left)
            state = .chunk(left: left - piece.count)
            events.append(.body(piece))
        case .trailers:
            guard let line = takeLine() else { return false }
            if !line.isEmpty { return true }
            state = .head
            events.append(.end)
        }
        return true
    }

    private mutating func begin(_ lines: [String]) throws(Garbled) -> Head {
        let parts = (lines.first ?? "").utf8.split(separator: 0x20, omittingEmptySubsequences: false)
        guard parts.count == 3, Substring(parts[2]) == "HTTP/1.1", parts[0].allSatisfy({ (0x41...0x5A).contains($0) })
        else {
            throw Garbled(words: "a request begins with \(lines.first ?? "")")
        }
        var fields: [(name: String, value: String)] = []
        fields.reserveCapacity(lines.count)
        for line in lines.dropFirst() {
            guard let colon = line.utf8.firstIndex(of: 0x3A) else { throw Garbled(words: "a field is \(line)") }
            let value = line.utf8[line.utf8.index(after: colon)...].drop { $0 == 0x20 }
            fields.append((line[..<colon].lowercased(), String(Substring(value))))
        }
        let head = Head(method: String(Substring(parts[0])), target: String(Substring(parts[1])), fields: fields)
        let lengths = head.values("content-length")
        let codings = head.values("transfer-encoding")
        guard lengths.count + codings.count <= 1 else { throw Garbled(words: "a request has two lengths") }
        if codings == ["chunked"] {
            state = .chunkSize
            return head
        }
        guard let length = Int(lengths.first ?? "0") else { throw Garbled(words: "a length is \(lengths)") }
        state = .body(left: length)
        return head
    }

    // MARK: Bytes

    private mutating func take(_ count: Int) -> [UInt8] {
        if count >= buffer.count {
            defer { buffer = [] }
            return buffer
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    private mutating func takeLine() -> String? {
        guard let feed = buffer.firstIndex(of: 10) else { return nil }
        let line = String(decoding: buffer[..<feed].dropLast(), as: UTF8.self)
        buffer.removeFirst(feed + 1)
        return line
    }

    private mutating func takeHead() -> [String]? {
        while let feed = buffer[lastLine.searched...].firstIndex(of: 10) {
            let start = lastLine.start
            lastLine = (feed + 1, feed + 1)
            if feed - start > 1 { continue }
            lastLine = (0, 0)
            let lines = take(feed + 1).prefix(start).split(separator: 10, omittingEmptySubsequences: false)
            return lines.dropLast().map { String(decoding: $0.dropLast(), as: UTF8.self) }
        }
        lastLine.searched = buffer.count
        return nil
    }
}
