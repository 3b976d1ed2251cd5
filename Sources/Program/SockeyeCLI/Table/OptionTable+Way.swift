internal import Sockeye
internal import SockeyeClient

// Options about where to connect and how long to wait.
extension OptionTable {
    static let wayRows: [Option] = [
        .value(
            "abstract-unix-socket", nil, "path", [.connection], "Connect via abstract Unix domain socket",
            "Connect to this socket in Linux's abstract namespace, whatever the URL's host and port are."
        ) { settings, value throws(OptionFault) in settings.transfer.abstractUnixSocket = try value.text() },
        .value(
            "connect-to", nil, "HOST1:PORT1:HOST2:PORT2", [.connection], "Connect to host",
            """
            Connect to HOST2 and PORT2 for URLs with HOST1 and PORT1; an empty part means any, or the same. The \
            request and the certificate check still use the URL's host.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in
            guard let override = connectOverride(try value.text()) else {
                throw .malformed("expected HOST1:PORT1:HOST2:PORT2")
            }
            settings.transfer.redirections.append(override)
        },
        .value(
            "expect100-timeout", nil, "seconds", [.http], "How long to wait for 100-continue",
            "Wait this long for a response to Expect: 100-continue before sending the body, 1 second by default."
        ) { settings, value throws(OptionFault) in
            settings.transfer.continueTimeout = try NumberArgument.seconds(value)
        },
        .value(
            "speed-limit", "Y", "speed", [.connection], "Stop transfers slower than this",
            """
            End the transfer with exit code 28 if it is slower than this many bytes per second for the time of -y. \
            Waiting for the response counts.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.leastSpeed.bytesPerSecond = try NumberArgument.count(value)
        },
        .value(
            "speed-time", "y", "seconds", [.connection], "Trigger 'speed-limit' abort after this time",
            """
            Allow a transfer to be slower than -Y for this long, 30 seconds by default; 0 is no limit. \
            Without -Y, the limit is 1 byte per second.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.leastSpeed.seconds = try NumberArgument.count(value)
        },
    ]

    /// Four parts between colons, IPv6 addresses in brackets.
    private static func connectOverride(_ text: String) -> ConnectOverride? {
        var parts: [String] = [""]
        var isBracketed = false
        for character in text {
            if character == "[" || character == "]" {
                isBracketed = character == "["
            } else if character == ":", !isBracketed {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        guard parts.count == 4 else { return nil }
        func port(_ text: String) -> UInt16?? { text.isEmpty ? .some(nil) : UInt16(text).map(Optional.some) }
        guard let old = port(parts[1]), let new = port(parts[3]) else { return nil }
        return ConnectOverride(
            host: parts[0].isEmpty ? nil : parts[0].lowercased(), port: old, newHost: parts[2].isEmpty ? nil : parts[2],
            newPort: new)
    }
}
