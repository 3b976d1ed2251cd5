internal import Sockeye

/// How a ws or wss URL is spoken to.
struct WebSocketSettings: Equatable, Sendable {
    /// The subprotocols to offer.
    var protocols: [String] = []
    /// Whether standard input is sent as binary messages, as it comes, instead of as lines of text.
    var isBinary = false
    /// Silence before a ping; `nil` for none.
    var pingInterval: Duration? = .seconds(20)

    var options: WebSocketOptions {
        var options = WebSocketOptions(protocols: protocols)
        // Printed piece by piece, so their length is no matter.
        options.limits.messageBytes = .max
        options.pingInterval = pingInterval
        return options
    }
}
