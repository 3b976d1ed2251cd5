/// `/events/N`: N server-sent events, three on each connection, so that a client has to come back for the rest.
enum EventRoute {
    private static let eventsPerConnection = 3

    static func reply(to request: ReceivedRequest, count: Int) -> LoopbackReply {
        let last = request["Last-Event-ID"].flatMap { decimal($0[...]) } ?? 0
        // WHATWG HTML section 9.2.1: 204 tells a client to stop.
        guard last < count else { return LoopbackReply(status: 204) }
        var text = "retry: 10\n: comments keep the connection alive\n\n"
        // Both numbers are the client's: their difference can't overflow, as their sum can.
        for number in (last + 1)...(last + min(count - last, eventsPerConnection)) {
            text += "id: \(number)\ndata: {\"number\": \(number)}\n\n"
        }
        return .text(text, type: "text/event-stream")
    }
}
