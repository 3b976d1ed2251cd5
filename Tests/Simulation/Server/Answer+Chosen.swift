extension Answer {
    /// Answers a request for anything but a file.
    init(to head: RequestParser.Head, of operation: Operation, visit: Int, in world: World, at origin: Place) {
        let (choices, mood) = (world.choices, world.mood)
        var status = 200
        var fields: [(name: String, value: String)] = []
        let isSettled = visit >= 4
        switch choices.pick(isSettled ? 1 : 12) {
        case 7: status = 204
        case 8: status = 404
        case 9, 10:
            status = choices.one(of: [302, 301, 303, 307, 308])
            let target = choices.one(of: world.places)
            fields.append(("Location", "\(target.url)/r\(visit)"))
        case 11 where mood.server > 0:
            status = choices.one(of: [503, 401, 429])
            if status == 401 { fields.append(("WWW-Authenticate", "Basic realm=\"world\"")) }
            if status == 503, choices.rarely(2) { fields.append(("Retry-After", "\(1 + choices.pick(3))")) }
        default: break
        }
        let scale = choices.one(of: [1, 60, 3000, 60000])
        body = Content.bytes(operation.number, visit, 0..<(scale == 1 ? 0 : choices.pick(scale)))
        self.status = status
        framing = choices.one(of: [.length, .chunked, .untilClose])
        if choices.rarely(3) { fields.append(world.cookies.make(at: origin, choices)) }
        fields += [("X-Operation", "\(operation.number)"), ("X-Visit", "\(visit)")]
        self.fields = fields
        take(timeFrom: choices, mood, expects: !head.values("expect").isEmpty)
        if framing == .untilClose, hasBody(for: head.method) { ending = .announcedClose }
        if mood.server > 1, choices.rarely(8) {
            lie = choices.one(of: [.tooShort, .twoLengths, .garbage, .badChunk, .unsolicited])
            if !fits(lie, head.method) { lie = nil }
        }
    }

    /// How long it takes, how it is cut, and what follows.
    mutating func take(timeFrom choices: Choices, _ mood: Mood, expects: Bool) {
        let slow: [Duration] = mood.server > 0 ? [.seconds(1), .seconds(4)] : []
        delays = (0...choices.pick(3)).map { _ in
            choices.one(of: [.zero, .zero, .milliseconds(5), .milliseconds(80)] + slow)
        }
        isEarly = choices.rarely(4)
        if choices.rarely(6) { interim = ["HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"] }
        if expects, !isEarly, choices.rarely(2) { isEarly = choices.rarely(2) }
        switch choices.pick(7) {
        case 3: ending = .announcedClose
        case 4: ending = .silentClose(choices.one(of: [.zero, .milliseconds(1), .milliseconds(700), .seconds(3)]))
        case 5: ending = .halfClose(choices.one(of: [.zero, .milliseconds(30), .seconds(1)]))
        case 6 where mood.server > 0: ending = .closeOnNext
        default: break
        }
    }

    /// Whether the lie is one in this answer.
    private func fits(_ lie: Lie?, _ method: String) -> Bool {
        let carries = hasBody(for: method)
        return switch lie {
        case .tooShort: carries && framing != .untilClose
        case .twoLengths: framing == .length && status != 204 && carries
        case .badChunk: carries && framing == .chunked && !body.isEmpty
        case .unsolicited: framing != .untilClose || !carries
        case .garbage, nil: true
        }
    }
}
