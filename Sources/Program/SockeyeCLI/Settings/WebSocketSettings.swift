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
    ///   - longestSilence: `--idle-timeout`.
    ///   - totalTime: `-m`.
    ///   - largestRatio: `--max-ratio`.
    func options(longestSilence: Duration?, totalTime: Duration?, largestRatio: Int?) -> WebSocketOptions {
        var options = WebSocketOptions(protocols: protocols)
        // Printed piece by piece, so their length is no matter.
        options.limits.messageBytes = .max
        if let largestRatio { options.limits.ratio = largestRatio == 0 ? .max : Int64(largestRatio) }
        options.pingInterval = pingInterval
        (options.longestSilence, options.totalTime) = (longestSilence, totalTime)
        return options
    }
}
