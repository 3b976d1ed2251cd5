import HTTPTypes
import SockeyeClient
import SockeyeClient
import SockeyeHTTP1
import SockeyeIO

/// The rule that a call ends with the right bytes, or with an error that names what really happened.
struct Truth {
    let operation: Operation
    let world: World

    init(_ operation: Operation) {
        self.operation = operation
        world = operation.world
    }

    /// Checks how the operation ended, now.
    func check(_ outcome: Operation.Outcome) {
        operation.outcomes += 1
        if operation.outcomes > 1 { lie("ended twice") }
        checkTotal()
        switch outcome {
        case .response(let status, let fields, let body, let isWhole):
            world.trace.note("ends", operation.number, status, at: world.now)
            world.trace.note("with", body.count, isWhole ? 1 : 0, at: world.now)
            check(status, fields, body, isWhole: isWhole)
        case .failure(let error):
            world.trace.note(words: "operation \(operation.number) fails: \(error)", at: world.now)
            if let doubt = doubt(about: error) { lie("says \"\(error)\" but \(doubt)") }
        case .file(let fault, let error, let hadFile):
            world.trace.note(words: "download \(operation.number): \(error.map(world.shown) ?? "whole")", at: world.now)
            if let fault { lie(fault) }
            if let error, let doubt = doubt(about: error, hadFile) {
                lie("says \"\(world.shown(error))\" but \(doubt)")
            }
        case .upload(let error):
            world.trace.note(words: "upload \(operation.number): \(error.map(world.shown) ?? "whole")", at: world.now)
            checkUpload(error)
        case .other(let words):
            lie("ended with \(words)")
        }
    }

    func lie(_ words: String) {
        world.breaks("operation \(operation.number) \(words)")
    }

    private var elapsed: UInt64 { world.now - operation.began }
    private var line: LineRecord? { operation.attempts.last?.line }
    var ends: LineRecord.Ends {
        // A transfer has several lines, and fails with the error of any.
        guard operation.isTransfer else { return line?.ends ?? [] }
        return operation.attempts.reduce(into: []) { $0.formUnion($1.line.ends) }
    }

    private func checkTotal() {
        guard let total = operation.total else { return }
        var most = total.wholeNanoseconds + 1_000_000
        // The caller's own pauses are not the client's.
        if case .slowly(let pause) = operation.taking { most += pause.wholeNanoseconds }
        if elapsed > most { lie("took \(elapsed / 1_000_000) ms with \(total) in total") }
    }

    // MARK: Success

    private func check(_ status: Int, _ fields: HTTPFields, _ body: [UInt8], isWhole: Bool) {
        guard let name = HTTPField.Name("X-Operation"), let visitName = HTTPField.Name("X-Visit"),
            fields[name] == "\(operation.number)", let number = fields[visitName].flatMap({ Int($0) }),
            number < operation.visits.count
        else { return lie("got the answer to operation \(fields)") }
        let visit = operation.visits[number]
        if visit.line != line?.number { lie("got the answer of line \(visit.line), not of its last") }
        if visit.answer.status != status { lie("got \(status) for \(visit.answer.status)") }
        let whole = visit.answer.hasBody(for: visit.method) ? visit.answer.body : []
        if !whole.starts(with: body) { return lie("got other bytes than the answer's") }
        if isWhole, body.count < whole.count {
            let isUndetectable = visit.answer.framing == .untilClose && ends.contains(.cutShort)
            if !isUndetectable { lie("got \(body.count) of \(whole.count) bytes for all") }
        }
        if isWhole, visit.answer.lie != nil, visit.answer.lie != .unsolicited, visit.method != "HEAD" {
            lie("took a wrong answer for a good one")
        }
        if isWhole, status < 300, operation.attempts.last?.isWhole != true { lie("succeeded with half a request sent") }
    }

    // MARK: Failure

    /// Why the error can't be true; `nil` if it can.
    func doubt(about error: HTTPClientError) -> String? {
        switch error.cause {
        case .timedOut(let clock, let limit): doubt(about: clock, limit)
        case .cancelled: operation.isCancelled ? nil : "nobody cancelled it"
        case .clientClosed: world.isClosing ? nil : "the client is open"
        case .network(.system(_, 111)): world.refusals > 0 ? nil : "no connection was refused"
        case .network(.system(_, 104)), .network(.system(_, 32)): ends.contains(.reset) ? nil : "its line was not reset"
        case .http(.server(let fault, _)): doubt(about: fault)
        case .redirect(.tooMany):
            operation.visits.count { (300...399).contains($0.answer.status) } > world.mood.redirectLimit
                ? nil : "there were fewer redirects"
        case .redirect(.bodyNotReplayable), .requestBody(.notReplayable):
            if case .stream = operation.kind { nil } else { "its body can be sent again" }
        case .redirect(.downgrade):
            operation.visits.contains { visit in
                visit.answer.fields.contains { $0.name == "Location" && $0.value.hasPrefix("http:") }
            } ? nil : "nothing led to http"
        case .requestBodyFailed: operation.isBodyBroken ? nil : "its body is sound"
        default: "that doesn't happen here"
        }
    }

    private func doubt(about fault: HTTP1Error.ServerFault) -> String? {
        switch fault {
        case .closedBeforeResponse, .closedBeforeFinalResponse, .closedInHead, .closedInBody, .closedInChunkedBody:
            ends.isDisjoint(with: [.ended, .lied]) ? "the server didn't close" : nil
        default: ends.contains(.lied) ? nil : "the server told no lie"
        }
    }

    private func doubt(about clock: Timeouts.Clock, _ limit: Duration) -> String? {
        let timeouts = world.mood.timeouts
        let now = world.now
        switch clock {
        case .total, .pool:
            guard let total = operation.total, total == limit else { return "it has no such clock" }
            return elapsed >= total.wholeNanoseconds ? nil : "it took \(elapsed / 1_000_000) ms"
        case .firstByte:
            guard timeouts.firstByte == limit, let line else { return "it has no such clock" }
            return now - line.lastWritten >= limit.wholeNanoseconds ? nil : "it sent bytes just now"
        case .idle:
            guard timeouts.idle == limit, let line else { return "it has no such clock" }
            // Chunk framing is no content, and doesn't reset the clock.
            if operation.visits.last?.answer.framing == .chunked { return nil }
            return now - line.lastMoved >= limit.wholeNanoseconds ? nil : "bytes moved just now"
        default: return "it has no such clock"
        }
    }
}
