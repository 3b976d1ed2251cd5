internal import SockeyeDigest

/// Exchanges as JSON for the live page. Octets are in base64: they need not be text.
enum ExchangeJSON {
    /// What a line of the list shows.
    static func summary(_ exchange: InspectedExchange) -> String { "{\(members(exchange))}" }

    /// The same with heads, bodies and notes.
    static func details(_ exchange: InspectedExchange) -> String {
        let notes = exchange.notes.map(quoted).joined(separator: ",")
        return "{\(members(exchange)),\"notes\":[\(notes)],\"sent\":\(message(exchange.sent)),"
            + "\"received\":\(message(exchange.received))}"
    }

    private static func members(_ exchange: InspectedExchange) -> String {
        var members = [
            "\"id\":\(exchange.id)", "\"kind\":\"\(exchange.kind.rawValue)\"", "\"method\":\(quoted(exchange.method))",
            "\"url\":\(quoted(exchange.url))", "\"start\":\(exchange.time.start)",
            "\"sentBytes\":\(exchange.sent.bodyBytes)", "\"receivedBytes\":\(exchange.received.bodyBytes)",
        ]
        if let status = exchange.status { members.append("\"status\":\(status)") }
        if let duration = exchange.time.duration { members.append("\"milliseconds\":\(duration / .milliseconds(1))") }
        if let failure = exchange.failure { members.append("\"failure\":\(quoted(failure))") }
        return members.joined(separator: ",")
    }

    private static func message(_ message: InspectedExchange.Message) -> String {
        "{\"head\":\"\(Base64.encode(message.head))\",\"body\":\"\(Base64.encode(message.body))\","
            + "\"bodyBytes\":\(message.bodyBytes)}"
    }

    /// A JSON string in ASCII (RFC 8259 section 7).
    static func quoted(_ text: String) -> String {
        var json = "\""
        for unit in text.utf16 {
            switch unit {
            case 0x22, 0x5C: json += "\\" + String(UnicodeScalar(UInt8(unit)))
            case 0x20..<0x7F where unit != 0x3C && unit != 0x26: json += String(UnicodeScalar(UInt8(unit)))
            default:
                let digits = String(unit, radix: 16)
                json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return json + "\""
    }
}
