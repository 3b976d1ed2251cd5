/// The ways in which the server misbehaves, each with its row in the table below.
package enum FaultKind: String, CaseIterable, Sendable {
    /// Behaves well.
    case none
    // The connection and the head.
    /// Closes instead of answering.
    case noReply = "no-reply"
    /// Keeps the connection, and closes it when the next request comes.
    case stale
    /// Ends the lines of the head with LF alone.
    case bareLF = "bare-lf"
    /// Sends so many 103 responses first.
    case interim
    /// Sends fields forever (64 MiB of them).
    case endlessHead = "endless-head"
    /// Redirects to the same URL, always.
    case redirectLoop = "redirect-loop"
    // The body and its framing.
    /// Ends the connection after so many bytes of a body.
    case truncate
    /// Cuts the first answer to each URL after so many bytes; later ones are whole.
    case firstCut = "first-cut"
    /// Sends the body chunked, and ends it so far into a chunk.
    case chunkCut = "chunk-cut"
    /// Announces so many bytes more than it sends, and closes.
    case lengthOver = "length-over"
    /// Announces so many bytes fewer than it sends.
    case lengthUnder = "length-under"
    /// Compresses the body, if asked to, and leaves out its last bytes; the length is right.
    case gzipCut = "gzip-cut"
    /// Sends so many bytes of a body, then nothing.
    case stall
    /// Resets the connection after so many bytes of a body.
    case reset
    // Ranges.
    /// Answers every range with 200 and the whole.
    case ignoreRange = "ignore-range"
    /// Answers a range with one that starts so many bytes earlier, and says so.
    case wrongRange = "wrong-range"
    /// Cuts the first answer after so many bytes; then the file is another one, with another ETag.
    case otherTag = "other-etag"
    // The pace.
    /// Sends so many bytes at a time, a millisecond apart.
    case split
    /// Sends one byte at a time, so many milliseconds apart.
    case drip
    /// Sends no faster than this.
    case rate
    // TLS.
    /// Shows a certificate that expired yesterday.
    case tlsExpired = "tls-expired"
    /// Shows a certificate for wrong.example.
    case tlsWrongHost = "tls-wrong-host"
    /// Shows a certificate signed by somebody else.
    case tlsUntrusted = "tls-untrusted"
    /// Closes in the middle of the handshake.
    case tlsCut = "tls-cut"
    /// Answers the handshake in TLS 1.0.
    case tlsOld = "tls-old"
    /// Speaks TLS, and behaves well.
    case tlsTrusted = "tls"

    /// What can be said of a fault.
    package struct Row: Sendable {
        /// The argument's unit and default; `nil` without an argument.
        package var argument: (unit: String, usual: Int)?
        /// What the server does, beginning with a verb.
        package var does: String
        /// What a good client does, beginning with a verb.
        package var wants: String
    }

    /// The name, as in `truncate`.
    package var name: String { rawValue }

    /// Whether the fault needs a server that speaks TLS, or pretends to.
    package var isTLS: Bool {
        switch self {
        case .tlsExpired, .tlsWrongHost, .tlsUntrusted, .tlsCut, .tlsOld, .tlsTrusted: true
        default: false
        }
    }

    /// The row of this fault.
    package var row: Row {
        switch self {
        case .none:
            Row(does: "behaves well", wants: "succeeds")
        case .noReply:
            Row(does: "closes instead of answering", wants: "fails, perhaps after another try")
        case .stale:
            Row(
                does: "keeps the connection, and closes it when the next request comes",
                wants: "sends that request again on a new connection (RFC 9112 section 9.3.1)")
        case .bareLF:
            Row(
                does: "ends the lines of the head with LF alone",
                wants: "reads it (RFC 9112 section 2.2), or refuses; never takes a wrong body")
        case .interim:
            Row(
                argument: ("responses", 1000), does: "sends so many 103 responses first",
                wants: "reads on to the final one, or gives up at a limit of its own")
        case .endlessHead:
            Row(
                does: "sends fields forever (64 MiB of them)", wants: "gives up at a limit of its own")
        case .redirectLoop:
            Row(does: "redirects to the same URL, always", wants: "stops after some, and fails")
        case .truncate:
            Row(
                argument: ("bytes", 65_536), does: "ends the connection after so many bytes of a body",
                wants: "fails, or fetches the rest; a short body is never a success (RFC 9112 section 8)")
        case .firstCut:
            Row(
                argument: ("bytes", 65_536),
                does: "cuts the first answer to each URL after so many bytes; later ones are whole",
                wants: "fetches the rest with Range and If-Range, now or in the next run")
        case .chunkCut:
            Row(
                argument: ("bytes", 65_536), does: "sends the body chunked, and ends it so far into a chunk",
                wants: "fails, as with truncate")
        case .lengthOver:
            Row(
                argument: ("bytes", 100), does: "announces so many bytes more than it sends, and closes",
                wants: "fails: the announced length wasn't reached")
        case .lengthUnder:
            Row(
                argument: ("bytes", 4), does: "announces so many bytes fewer than it sends",
                wants: "takes as many as announced, and never the rest for another response")
        case .gzipCut:
            Row(
                argument: ("bytes", 100),
                does: "compresses the body, if asked to, and leaves out its last bytes; the length is right",
                wants: "fails if it decodes the body: gzip says itself that its end is missing")
        case .stall:
            Row(
                argument: ("bytes", 65_536), does: "sends so many bytes of a body, then nothing",
                wants: "gives up after a time of its own, or one that it was told")
        case .reset:
            Row(
                argument: ("bytes", 65_536), does: "resets the connection after so many bytes of a body",
                wants: "fails, or fetches the rest")
        case .ignoreRange:
            Row(
                does: "answers every range with 200 and the whole",
                wants: "starts the file again, or skips what it has; never appends the whole to a part")
        case .wrongRange:
            Row(
                argument: ("bytes", 1000),
                does: "answers a range with one that starts so many bytes earlier, and says so",
                wants: "reads Content-Range, and doesn't put the bytes where they don't belong")
        case .otherTag:
            Row(
                argument: ("bytes", 65_536),
                does: "cuts the first answer after so many bytes; then the file is another one, with another ETag",
                wants: "asks with If-Range, or starts again; never joins halves of two files")
        case .split:
            Row(
                argument: ("bytes", 1000), does: "sends so many bytes at a time, a millisecond apart",
                wants: "succeeds: TCP has no messages")
        case .drip:
            Row(
                argument: ("ms", 2), does: "sends one byte at a time, so many milliseconds apart",
                wants: "succeeds, or gives up at its least speed")
        case .rate:
            Row(argument: ("bytes/s", 100_000), does: "sends no faster than this", wants: "succeeds")
        case .tlsExpired:
            Row(does: "shows a certificate that expired yesterday", wants: "fails before it sends a request")
        case .tlsWrongHost:
            Row(does: "shows a certificate for wrong.example", wants: "fails before it sends a request")
        case .tlsUntrusted:
            Row(
                does: "shows a certificate signed by somebody else", wants: "fails before it sends a request")
        case .tlsCut:
            Row(does: "closes in the middle of the handshake", wants: "fails")
        case .tlsOld:
            Row(does: "answers the handshake in TLS 1.0", wants: "refuses (RFC 8996)")
        case .tlsTrusted:
            Row(does: "speaks TLS, and behaves well", wants: "succeeds, if it trusts the server's authority")
        }
    }
}
