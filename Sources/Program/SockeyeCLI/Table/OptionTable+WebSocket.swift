// Options about ws and wss URLs.
extension OptionTable {
    static let webSocketRows: [Option] = [
        .flag(
            "ws-binary", nil, [.sockeye], "Send standard input as binary messages",
            """
            With a ws or wss URL, send what comes from standard input as binary messages, as it comes, and write messages \
            without a line feed after each. By default each line is sent as a text message, and each message is printed on \
            a line of its own.
            """
        ) { $0.transfer.webSocket.isBinary = $1 },
        .value(
            "ws-protocol", nil, "name", [.sockeye], "Offer a WebSocket subprotocol",
            """
            With a ws or wss URL, offer this subprotocol to the server (Sec-WebSocket-Protocol); of several, give the \
            preferred one first.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in
            settings.transfer.webSocket.protocols.append(try value.text())
        },
        .value(
            "ws-ping", nil, "seconds", [.sockeye], "Send a WebSocket ping after this much silence",
            """
            With a ws or wss URL, send a ping when nothing came for this many seconds, and give up if nothing comes for 20 \
            seconds after it. 0 sends none, less than 1 counts as 1. Default 20.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.webSocket.pingInterval = try NumberArgument.seconds(value)
                .map { max($0, WebSocketSettings.shortestPingInterval) }
        },
        .value(
            "ws-linger", nil, "seconds", [.sockeye], "Wait for messages after the end of standard input",
            """
            With a ws or wss URL, wait this many seconds for messages after the end of standard input, and only then close; \
            the server may close earlier. By default (0) the close follows the last message at once, and what is printed is \
            what the server still sends before it answers: some servers then drop the answers that they have not sent yet. \
            With `echo hello | sockeye --ws-linger 2 ws://HOST/`, they have two seconds.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.webSocket.linger = try NumberArgument.seconds(value) ?? .zero
        },
    ]
}
