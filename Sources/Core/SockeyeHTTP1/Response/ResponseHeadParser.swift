/// One response head: the status line, then the fields, within ``Limits/headBytes``.
struct ResponseHeadParser: Sendable {
    private let limits: Limits
    private var received = 0
    private var statusLine = StatusLineParser()
    private var section: FieldSectionParser

    init(limits: Limits) {
        self.limits = limits
        section = FieldSectionParser(limits: limits)
    }

    /// Whether any byte of the head has been read.
    var hasBegun: Bool { received > 0 }

    /// Whether the status line is complete: less than that is no response yet.
    var hasStatusLine: Bool { statusLine.isComplete }

    /// What the fields say about framing and persistence.
    var framing: FramingFields { section.framing }

    /// Reads on; consumes all of `input` unless the head ends within it.
    mutating func parse(_ input: RawSpan, base: Int64) throws(HTTP1Error) -> (consumed: Int, head: ResponseHead?) {
        let end = min(input.byteCount, limits.headBytes - received)
        var position = 0
        if !statusLine.isComplete {
            let lineEnd = min(end, limits.lineBytes - received)
            position = try statusLine.parse(input, to: lineEnd, base: base)
            if !statusLine.isComplete, lineEnd < end {
                throw .server(
                    .limitExceeded(.lineBytes, limit: limits.lineBytes), offset: base + Int64(lineEnd))
            }
        }
        if statusLine.isComplete {
            position = try section.parse(input, from: position, to: end, base: base)
        }
        received += position
        if section.isComplete {
            let head = ResponseHead(
                version: statusLine.version, status: statusLine.status, lines: section.takeLines())
            return (position, head)
        }
        if end < input.byteCount {
            throw .server(.limitExceeded(.headBytes, limit: limits.headBytes), offset: base + Int64(end))
        }
        return (position, nil)
    }
}
