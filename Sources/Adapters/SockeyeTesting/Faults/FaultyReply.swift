/// Spoils a good reply, fault by fault. Pure: what goes wrong on the wire is in the reply's fields and steps.
struct FaultyReply {
    private(set) var reply: LoopbackReply
    private let request: ReceivedRequest

    /// The most bytes of a body that is held in memory to be compressed.
    private static let compressedLimit = 16 * 1024 * 1024

    init(_ reply: LoopbackReply, to request: ReceivedRequest) {
        self.reply = reply
        self.request = request
    }

    /// Applies the faults in the order in which they build on each other, however they were written.
    mutating func apply(_ faults: [Fault]) {
        for fault in faults.sorted(by: { Self.rank($0.kind) < Self.rank($1.kind) }) { apply(fault) }
    }

    /// What changes the content, then its framing, then where it ends, then the pace of all that.
    private static func rank(_ kind: FaultKind) -> Int {
        switch kind {
        case .gzipCut: 0
        case .redirectLoop: 1
        case .chunkCut: 2
        case .lengthOver, .lengthUnder: 3
        case .truncate, .stall, .reset: 4
        case .noReply, .endlessHead: 6
        case .split, .drip, .rate: 7
        default: 5
        }
    }

    private mutating func apply(_ fault: Fault) {
        switch fault.kind {
        case .noReply: reply.interim.append(.cut)
        case .stale: reply.body += [.receive(1), .cut]
        case .bareLF: reply.lineEnd = "\n"
        case .interim: addInterim(fault.amount)
        case .endlessHead: addFieldsForEver()
        case .redirectLoop:
            reply = .text("again\n", status: 302)
            reply.fields.append(.init("Location", request.target))
        case .truncate: end(after: fault.amount, [.cut])
        case .chunkCut: cutChunk(fault.amount)
        case .lengthOver:
            changeLength(by: fault.amount)
            reply.body.append(.close)
        case .lengthUnder: changeLength(by: -fault.amount)
        case .gzipCut: compress(leavingOut: fault.amount)
        // Until the client goes away.
        case .stall: end(after: fault.amount, [.awaitEnd])
        case .reset: end(after: fault.amount, [.reset])
        case .split: slowDown(bytes: fault.amount, pause: .milliseconds(1))
        case .drip: slowDown(bytes: 1, pause: .milliseconds(fault.amount))
        case .rate:
            // Twenty pieces a second.
            slowDown(
                bytes: max(1, fault.amount / 20), pause: .milliseconds(fault.amount < 20 ? 1000 / fault.amount : 50))
        // What happens to the request, the entity or the handshake, before there is a reply.
        case .none, .ignoreRange, .wrongRange, .otherTag, .firstCut, .tlsExpired, .tlsWrongHost, .tlsUntrusted, .tlsCut,
            .tlsOld,
            .tlsTrusted:
            break
        }
    }

    // MARK: Heads

    private mutating func addInterim(_ count: Int) {
        let one = "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n"
        let batch = 1000
        let count = min(count, 10_000_000)
        if count >= batch {
            let many = Step.send(String(repeating: one, count: batch))
            reply.interim += Array(repeating: many, count: count / batch)
        }
        reply.interim.append(.send(String(repeating: one, count: count % batch)))
    }

    private mutating func addFieldsForEver() {
        let field = "X-Filler: " + String(repeating: "x", count: 52) + "\r\n"
        let many = Step.send(String(repeating: field, count: 1024))
        reply.interim.append(.send("HTTP/1.1 200 OK\r\n"))
        reply.interim += Array(repeating: many, count: 1024)
        reply.interim.append(.cut)
    }

    private mutating func changeLength(by difference: Int) {
        guard let index = reply.fields.firstIndex(where: { $0.name.lowercased() == "content-length" }),
            let length = decimal(reply.fields[index].value[...])
        else { return }
        // The amount is limited, the length isn't.
        let (sum, isTooLarge) = length.addingReportingOverflow(difference)
        reply.fields[index].value = "\(isTooLarge ? length : max(0, sum))"
    }

    private mutating func remove(_ name: String) {
        reply.fields.removeAll { $0.name.lowercased() == name }
    }

    // MARK: Bodies

    /// Ends the body after `count` bytes with these steps; a shorter one stays as it is.
    private mutating func end(after count: Int, _ steps: [Step]) {
        guard let start = Step.beginning(of: reply.body, upTo: count) else { return }
        reply.body = start + steps
    }

    private mutating func cutChunk(_ count: Int) {
        // RFC 9112 section 6.1: no transfer coding for an HTTP/1.0 client.
        guard request.version == "HTTP/1.1", let size = Step.byteCount(reply.body) else {
            return end(after: count, [.cut])
        }
        remove("content-length")
        reply.fields.append(.init("Transfer-Encoding", "chunked"))
        let line = Step.send(String(size, radix: 16) + "\r\n")
        if let start = Step.beginning(of: reply.body, upTo: count) {
            reply.body = [line] + start + [.cut]
        } else {
            // The body is short: only the last chunk is missing.
            reply.body = [line] + reply.body + [.send("\r\n"), .cut]
        }
    }

    private mutating func compress(leavingOut count: Int) {
        guard reply.status == 200, request.has("gzip", in: "Accept-Encoding"),
            let size = Step.byteCount(reply.body), size > 0, size <= Self.compressedLimit
        else { return }
        var echo = LoopbackEcho()
        echo.compresses = true
        // RFC 1952 section 2.3: deflate, no name, no time. The stream lacks its last block and sum in any case.
        let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        guard let packed = ServerDeflate(echo).compress(Step.bytes(reply.body)) else { return }
        let body = header + packed.dropLast(min(count, packed.count))
        remove("content-length")
        remove("accept-ranges")
        reply.fields += [.init("Content-Encoding", "gzip"), .init("Content-Length", "\(body.count)")]
        reply.body = [.sendBytes(body)]
    }

    private mutating func slowDown(bytes: Int, pause: Duration) {
        reply.interim.insert(.pace(bytes: bytes, pause: pause), at: 0)
    }
}
