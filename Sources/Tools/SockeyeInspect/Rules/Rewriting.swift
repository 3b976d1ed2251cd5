/// What the rules make of one exchange. Pure.
struct Rewriting: Sendable {
    /// A head with its changes.
    struct Head: Equatable {
        /// The octets, those of before if nothing changes.
        var octets: [UInt8]
        /// The changes, in words.
        var notes: [String] = []
    }

    /// An answer's head with its changes.
    struct Answer: Equatable {
        var head: Head
        var status: Int
        /// Whether the changed status ends the answer with its head, so that its body is left out.
        var leavesOutBody = false
    }

    private let rules: [InspectRule]

    init(_ all: [InspectRule], url: String) {
        var subjects: Set<String> = []
        rules = all.filter { $0.matches(url) && subjects.insert($0.change.subject).inserted }
    }

    /// How long the request is held back.
    var latency: (time: Duration, rule: InspectRule)? {
        for rule in rules { if case .latency(let time) = rule.change { return (time, rule) } }
        return nil
    }

    /// The file that answers.
    var file: (path: String, rule: InspectRule)? {
        for rule in rules { if case .body(let path) = rule.change { return (path, rule) } }
        return nil
    }

    /// Which messages the page holds.
    var hold: InspectRule.Hold {
        for rule in rules { if case .hold(let hold) = rule.change { return hold } }
        return .none
    }

    func request(_ head: [UInt8]) -> Head {
        var (lines, notes) = (HeadLines(head), [String]())
        for rule in rules {
            guard case .request(let field, let value) = rule.change, lines.set(field, to: value) else { continue }
            notes.append(rule.note("\(value == nil ? "removed" : "set") \(field) of the request"))
        }
        return Head(octets: notes.isEmpty ? head : lines.encoded(start: lines.start), notes: notes)
    }

    /// - Parameters:
    ///   - head: the server's.
    ///   - method: the request's.
    func answer(_ head: [UInt8], status old: Int, to method: String) -> Answer {
        var (lines, notes) = (HeadLines(head), [String]())
        var status = old
        for rule in rules {
            switch rule.change {
            case .response(let field, let value) where lines.set(field, to: value):
                notes.append(rule.note("\(value == nil ? "removed" : "set") \(field) of the answer"))
            case .status(let new) where new != old:
                status = new
                lines.start = lines.start.prefix { $0 != 32 } + Array(" \(new) \(ProxyReasons.phrase(new))".utf8)
                notes.append(rule.note("status \(old) became \(new)"))
            default: continue
            }
        }
        if notes.isEmpty { return Answer(head: Head(octets: head), status: old) }
        return Self.answer(lines, status: status, insteadOf: old, to: method, notes)
    }

    /// An answer with another head and status, framed for them.
    static func answer(
        _ lines: HeadLines, status: Int, insteadOf old: Int, to method: String, _ notes: [String]
    ) -> Answer {
        var lines = lines
        let leavesOutBody = status != old && isBodiless(status)
        if leavesOutBody || status != old && isBodiless(old) && method != "HEAD" {
            // What it says is the length of another answer's body.
            lines.remove("content-length")
            if !leavesOutBody { lines.append("Content-Length: 0") }
        }
        return Answer(
            head: Head(octets: lines.encoded(start: lines.start), notes: notes), status: status,
            leavesOutBody: leavesOutBody)
    }

    /// RFC 9112 section 6.3.
    private static func isBodiless(_ status: Int) -> Bool { status == 204 || status == 304 }
}
