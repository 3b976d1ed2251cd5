internal import Sockeye
internal import SockeyeParsers

// Options about the body's content, and about streams.
extension OptionTable {
    static let bodyRows: [Option] = [
        Option(
            "parse", nil, [.sockeye], "Pretty-print the body by its format",
            """
            Read the body as JSON, JSON lines (ndjson or jsonl), XML, a property list (XML or binary; shown as JSON), \
            a form or server-sent events, and pretty-print it as it arrives, in colour on a terminal unless NO_COLOR \
            is set. "auto" goes by the Content-Type, or of a file by .ndjson or .jsonl, else by how the body starts. A malformed body ends with exit code \
            121 and the line, column and byte of the error. With --parse, a word without a scheme that names a file is \
            that file, as is any that begins with "/", "./" or "../", and "-" is standard input; write http://NAME for a host with the name of a file.
            """,
            .value("json|ndjson|xml|plist|form|sse|auto") { settings, value throws(OptionFault) in
                settings.transfer.parsing.format = try value.text() == "jsonl" ? .ndjson : value.word()
            }),
        Option(
            "pretty", nil, [.sockeye], "Lay out JSON on a terminal",
            """
            Show a body that its Content-Type calls JSON (or JSON lines) on a terminal as --parse does: laid out, and in colour unless \
            NO_COLOR is set. Any other body, and what goes to a file or a pipe, stays as it is. Malformed JSON ends as with --parse.
            """, .flag { $0.transfer.parsing.isPretty = $1 }),
        Option(
            "select", nil, [.sockeye], "Write only the values at this path",
            """
            Write what is at the path, one value per line: strings as they are, other values as JSON; without control \
            characters on a terminal. Paths are "videos[0].name", "videos[*].name" or "["odd.name"]" in JSON and \
            property lists (in JSON lines, for each line); "Human/Person/@color", "//name" or "//Person[@id='7']/name" \
            in XML; a field's name in a form; data, event, id or retry in events. If nothing matches, the exit code is \
            122. Implies --parse auto unless --parse is given.
            """,
            .text("path") {
                $0.transfer.parsing.path = $1
                if $0.transfer.parsing.format == nil { $0.transfer.parsing.format = .auto }
            }),
        Option(
            "to", nil, [.sockeye], "Write the body as a property list",
            """
            Write the body, JSON or a property list, as a property list: XML (plist) or binary (bplist). With --select, only what \
            is at the path, as an array if it is more than one value. Numbers without a fraction become integers. Property lists \
            have no null; see --nulls. Implies --parse auto unless --parse is given.
            """,
            .value("plist|bplist") { settings, value throws(OptionFault) in
                settings.transfer.parsing.conversion.format = try value.word()
                if settings.transfer.parsing.format == nil { settings.transfer.parsing.format = .auto }
            }),
        Option(
            "nulls", nil, [.sockeye], "What --to makes of null",
            """
            With --to, what becomes of a null: "refuse", the default, ends with exit code 121 and the path of the null; "omit" \
            leaves the member or element out; "text" writes an empty string.
            """, .word("refuse|omit|text") { $0.transfer.parsing.conversion.nulls = $1 }),
        Option(
            "digest-of", nil, [.sockeye], "Print the digest of a text",
            """
            Print the digest of the text in hexadecimal digits, and fetch nothing: md5, sha1, sha224, sha256, sha384 or sha512, a \
            colon, and the text, "@FILE" for the content of a file, or "@-" for standard input. A text that starts with @ \
            comes from a file.
            """,
            .value("algorithm:text|@file") { settings, value throws(OptionFault) in
                guard let colon = value.bytes.firstIndex(of: UInt8(ascii: ":")),
                    let name = String(validating: value.bytes[..<colon], as: UTF8.self),
                    let algorithm = Digest.Algorithm(rawValue: name)
                else {
                    throw .invalid("expected md5, sha1, sha224, sha256, sha384 or sha512, a colon, and a text or @file")
                }
                var bytes = Array(value.bytes[(colon + 1)...])
                if bytes.first == UInt8(ascii: "@") {
                    guard let path = String(validating: bytes.dropFirst(), as: UTF8.self) else {
                        throw .invalid("its argument is not UTF-8")
                    }
                    bytes = try value.contents(of: path)
                }
                settings.action = .digest(algorithm, bytes)
            }),
        Option(
            "ws-binary", nil, [.sockeye], "Send standard input as binary messages",
            """
            With a ws or wss URL, send what comes from standard input as binary messages, as it comes, and write messages \
            without a line feed after each. By default each line is sent as a text message, and each message is printed on \
            a line of its own.
            """, .flag { $0.transfer.webSocket.isBinary = $1 }),
        Option(
            "ws-protocol", nil, [.sockeye], accumulates: true, "Offer a WebSocket subprotocol",
            """
            With a ws or wss URL, offer this subprotocol to the server (Sec-WebSocket-Protocol); of several, give the \
            preferred one first.
            """, .text("name") { $0.transfer.webSocket.protocols.append($1) }),
        Option(
            "ws-ping", nil, [.sockeye], "Send a WebSocket ping after this much silence",
            """
            With a ws or wss URL, send a ping when nothing came for this many seconds, and give up if nothing comes for 20 \
            seconds after it. 0 sends none, less than 1 counts as 1. Default 20.
            """,
            .seconds("seconds") {
                $0.transfer.webSocket.pingInterval = $1.map { max($0, WebSocketSettings.shortestPingInterval) }
            }),
        Option(
            "ws-linger", nil, [.sockeye], "Wait for messages after the end of standard input",
            """
            With a ws or wss URL, wait this many seconds for messages after the end of standard input, and only then close; \
            the server may close earlier. By default (0) the close follows the last message at once, and what is printed is \
            what the server still sends before it answers: some servers then drop the answers that they have not sent yet. \
            With `echo hello | sockeye --ws-linger 2 ws://HOST/`, they have two seconds.
            """, .seconds("seconds") { $0.transfer.webSocket.linger = $1 ?? .zero }),
        Option(
            "events", nil, [.sockeye], "Print server-sent events, and reconnect",
            """
            Print the events of a text/event-stream as they come, and connect again whenever the stream ends, breaks or is \
            silent for 60 seconds, asking the server to go on after the last event (Last-Event-ID). The wait is what the \
            server asks for (retry), but at least half a second, doubled with each failure in a row. Ends with exit code 0 \
            when the server answers 204, and with an error when it refuses (22), answers with something else (8) or doesn't \
            speak HTTP (1, 8), or when a try and as many as --retry says after it fail in a row; without --retry it never \
            gives up, and says so once. -m limits the whole time. Each event is printed as in the stream; with --select data, \
            only its data; with --parse json (or another format), its data in that format, and --select then chooses from it. \
            A file of -o grows as they come, and stays when the program ends. -H 'Last-Event-ID: ID' goes on where an earlier run stopped.
            """, .flag { $0.transfer.printsEvents = $1 }),
        Option(
            "connect", nil, [.sockeye], accumulates: true, "Carry standard input to a host, and back",
            """
            Connect to a host and port without speaking HTTP: standard input goes to the peer, what it sends goes to the \
            output (-o, a file that grows as it comes). When standard input ends, the sending side is closed (of a tunnel, \
            some proxies then close both); the transfer ends when the peer closes. \
            tls://HOST:PORT starts TLS first, with the same trust as for URLs (-k, --cacert, -E, --pinnedpubkey). The \
            connection goes through proxies as a tunnel (-x, --socks5, https_proxy for tls and http_proxy otherwise). An IPv6 \
            address is in brackets. -m limits the whole time, --idle-timeout the time without a byte in either direction, \
            --max-filesize what is received; --retry repeats the connecting.
            """,
            .value("host:port") { settings, value throws(OptionFault) in
                let text = try value.text()
                let isSecure = text.prefix(6).lowercased() == "tls://"
                let place = isSecure ? text.dropFirst(6) : text[...]
                guard let colon = place.lastIndex(of: ":"), colon != place.startIndex,
                    let port = UInt16(place[place.index(after: colon)...]), port > 0,
                    !place.contains(where: { "/?#@\\".contains($0) })
                else { throw .invalid("write HOST:PORT, or tls://HOST:PORT") }
                settings.transfer.add(url: "\(isSecure ? "https" : "http")://\(place)/", isBareConnection: true)
            }),
        Option(
            "starttls", nil, [.sockeye, .tls], "Ask for TLS as this protocol does",
            """
            After --connect HOST:PORT, speak this protocol as far as it takes to start TLS, and then carry bytes: smtp, pop3, \
            imap, ftp, nntp or postgres. The trust is that of URLs (-k, --cacert, -E, --pinnedpubkey). A server that refuses is \
            an error (8), and nothing is sent in the clear.
            """, .word("smtp|pop3|imap|ftp|nntp|postgres") { $0.transfer.startsTLS = $1 }),
    ]
}
