import SockeyeParsers

/// Records every event as one word, so that two runs can be compared.
struct JSONEventLog: JSONEventHandler {
    var events: [String] = []

    mutating func null() { events.append("null") }
    mutating func boolean(_ value: Bool) { events.append("\(value)") }
    mutating func number(_ text: UTF8Span) { events.append("number " + String(copying: text)) }
    mutating func string(_ text: UTF8Span) { events.append("string " + String(copying: text)) }
    mutating func key(_ text: UTF8Span) { events.append("key " + String(copying: text)) }
    mutating func beginArray() { events.append("[") }
    mutating func endArray() { events.append("]") }
    mutating func beginObject() { events.append("{") }
    mutating func endObject() { events.append("}") }

    /// The events of `pieces`, and the error that ended them, if any.
    static func read(
        _ pieces: [some Collection<UInt8>], options: JSONReadingOptions = .init()
    ) -> (
        events: [String], error: JSONError?
    ) {
        var log = JSONEventLog()
        var tokenizer = JSONTokenizer(options: options)
        do throws(JSONError) {
            for piece in pieces { try tokenizer.feed(piece, to: &log) }
            try tokenizer.finish(&log)
            return (log.events, nil)
        } catch {
            return (log.events, error)
        }
    }
}
