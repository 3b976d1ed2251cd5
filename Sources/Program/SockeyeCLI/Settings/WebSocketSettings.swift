internal import Sockeye

/// How a ws or wss URL is spoken to.
struct WebSocketSettings: Equatable, Sendable {
    /// The subprotocols to offer.
    var protocols: [String] = []
    /// Whether standard input is sent as binary messages, as it comes, instead of as lines of text.
    var isBinary = false
    /// Silence before a ping; `nil` for none.
    var pingInterval: Duration? = .seconds(20)
    /// How long messages are waited for after the end of standard input.
    var linger = Duration.zero

    /// More pings than this would be a load, and no server answers them better.
    static let shortestPingInterval = Duration.seconds(1)

    /// - Parameters:
    ///   - silenceLimit: `--idle-timeout`.
    ///   - totalTime: `-m`.
    ///   - ratioLimit: `--max-ratio`.
    func options(silenceLimit: Duration?, totalTime: Duration?, ratioLimit: Int?) -> WebSocketOptions {
        var options = WebSocketOptions(protocols: protocols)
        // Printed piece by piece, so their length is no matter.
        options.limits.messageBytes = .max
        if let ratioLimit { options.limits.ratio = ratioLimit == 0 ? .max : Int64(ratioLimit) }
        options.pingInterval = pingInterval
        (options.silenceLimit, options.totalTime) = (silenceLimit, totalTime)
        return options
    }
}
