/// An event of a `text/event-stream` (WHATWG HTML, section 9.2).
public struct ServerSentEvent: Sendable, Hashable {
    /// The event's type; default `message`.
    public var type: String
    /// The data lines, joined by LF.
    public var data: String
    /// The stream's last event ID, from this event or an earlier one; empty if none.
    public var lastEventID: String
    /// The stream's latest reconnection time in milliseconds, if any.
    public var reconnectionTime: Int?

    /// Makes an event.
    public init(type: String = "message", data: String, lastEventID: String = "", reconnectionTime: Int? = nil) {
        self.type = type
        self.data = data
        self.lastEventID = lastEventID
        self.reconnectionTime = reconnectionTime
    }

    /// The same as ``lastEventID``.
    public var id: String { lastEventID }
}

/// Parses an event stream with the WHATWG algorithm: LF, CR and CRLF end lines, however the pieces are split, one
/// leading byte order mark is skipped, invalid UTF-8 is replaced, and an event without a final blank line is dropped.
public struct ServerSentEventParser: ByteStreamParser {
    private var line: [UInt8] = []
    /// Whether the last byte was CR, so that a following LF belongs to it.
    private var isAfterReturn = false
    private var isFirstLine = true
    private var position = TextPosition()

    private var type = ""
    private var data = ""
    private var hasData = false
    private let limit: Int

    /// The ID of the block that is arriving.
    private var newID: String
    /// The stream's last event ID; send it as `Last-Event-ID` when reconnecting. That of an event that was cut off doesn't
    /// count, or the event would be lost.
    package private(set) var lastEventID: String
    /// The wait before reconnecting in milliseconds, if the stream set one.
    package private(set) var reconnectionTime: Int?

    /// Makes a parser for events whose lines and data have at most `limit` bytes (16 MiB).
    public init(limit: Int = 16 << 20, lastEventID: String = "") {
        self.limit = limit
        self.lastEventID = lastEventID
        newID = lastEventID
    }

    /// Parses the next piece, and appends the events that it completes.
    ///
    /// - Throws: ``TextError`` for a line or event that is too long.
    public mutating func parse(_ bytes: RawSpan, into outputs: inout [ServerSentEvent]) throws(TextError) {
        try bytes.withWindow { (window) throws(TextError) in
            var start = 0
            while start < window.count {
                if isAfterReturn {
                    isAfterReturn = false
                    if window[start] == 0x0A {
                        position.offset += 1
                        start += 1
                        continue
                    }
                }
                var end = start
                while end < window.count, window[end] != 0x0A, window[end] != 0x0D { end += 1 }
                if end - start > limit - line.count {
                    throw TextError(reason: .tooLong(what: "line", limit: limit), position: position)
                }
                window.append(from: start, to: end, to: &line)
                guard end < window.count else { break }
                isAfterReturn = window[end] == 0x0D
                try endLine(into: &outputs)
                start = end + 1
            }
        }
    }

    /// Ends the stream. As in the algorithm, an incomplete event is dropped.
    public mutating func finish(into outputs: inout [ServerSentEvent]) throws(TextError) {}

    private mutating func endLine(into outputs: inout [ServerSentEvent]) throws(TextError) {
        position.line += 1
        position.offset += line.count + 1
        defer { line.removeAll(keepingCapacity: true) }
        if isFirstLine {
            isFirstLine = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        }
        if line.isEmpty { return dispatch(into: &outputs) }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.count
        var value = line[min(colon + 1, line.count)...]
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": type = String(decoding: value, as: UTF8.self)
        case "data":
            if value.count > limit - data.utf8.count {
                throw TextError(reason: .tooLong(what: "event's data", limit: limit), position: position)
            }
            if hasData { data += "\n" }
            data += String(decoding: value, as: UTF8.self)
            hasData = true
        case "id":
            if !value.contains(0) { newID = String(decoding: value, as: UTF8.self) }
        case "retry":
            if !value.isEmpty, value.allSatisfy(ByteWindow.isDigit),
                let time = Int(String(decoding: value, as: UTF8.self))
            {
                reconnectionTime = time
            }
        default: break  // A comment (the name is empty) or an unknown field.
        }
    }

    private mutating func dispatch(into outputs: inout [ServerSentEvent]) {
        defer { (type, data, hasData) = ("", "", false) }
        lastEventID = newID
        // Without data there is no event, but its ID and time still count.
        guard hasData else { return }
        outputs.append(
            ServerSentEvent(
                type: type.isEmpty ? "message" : type, data: data, lastEventID: lastEventID,
                reconnectionTime: reconnectionTime))
    }
}

extension AsyncSequence where Element: Collection<UInt8> {
    /// The events of a `text/event-stream`, whose lines and data have at most `limit` bytes (16 MiB).
    ///
    /// Iterating throws ``TextError``, and the stream's errors.
    public func serverSentEvents(
        limit: Int = 16 << 20, lastEventID: String = ""
    ) -> ParsedBytes<Self, ServerSentEventParser> {
        ParsedBytes(self, ServerSentEventParser(limit: limit, lastEventID: lastEventID))
    }
}
