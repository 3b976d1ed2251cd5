internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeTesting

/// Holds the messages of one exchange until the page lets them go, the time is up, or the program is gone.
struct Pause: Sendable {
    let shared: ProxyShared
    let rewriting: Rewriting
    let id: Int

    /// How long to wait for the end of an answer's body, which may be a stream.
    private static let timeLimit = Duration.seconds(10)

    /// What goes on of a request.
    ///
    /// - Parameters:
    ///   - length: of its body; `nil` if it is chunked.
    ///   - pieces: its body.
    func request(
        _ onward: Onward, to origin: String, _ length: Int64?, _ pieces: ClientBody
    ) async throws -> Onward {
        guard takes(.request) else { return onward }
        var (held, body, lines) = (onward, HeldMessage.Body(length: length), HeadLines(onward.head))
        if length == nil {
            body.obstacle = "it is chunked"
        } else if onward.request.wantsContinue, length != 0 {
            body.obstacle = "the program waits for 100 (Continue)"
        } else if body.mayGrow() {
            for try await piece in pieces { body.bytes += piece }
            held.body = body.bytes
        }
        lines.start = Array("\(onward.request.method) ".utf8) + onward.path + Array(" \(onward.request.version)".utf8)
        let message = HeldMessage(lines, body) { head in
            do throws(InspectRule.Mistake) {
                _ = try onward.edited(head, nil)
                return nil
            } catch {
                return error.text
            }
        }
        guard let edit = try await hold(message, .request) else { return held }
        let edited = try held.edited(edit.head, edit.body ?? held.body)
        shared.log.change(id) { exchange in
            (exchange.method, exchange.url) = (edited.request.method, origin + OctetText.text(edited.path))
            if edit.body != nil { exchange.sent = InspectedExchange.Message() }
            exchange.sent.take(head: edit.head, upTo: shared.log.limits, at: shared.log.now)
        }
        if let bytes = edit.body { shared.log.add(content: bytes.count, wire: bytes, to: id, \.sent) }
        return edited
    }

    /// What goes on of an answer: its head, what was read of its body, and the body from the page, if it has one.
    ///
    /// - Parameters:
    ///   - answer: after the rules.
    ///   - method: the program's.
    func answer(
        _ response: Response, _ answer: Rewriting.Answer, to method: String
    ) async throws -> (Rewriting.Answer, HeldMessage.Body, edited: [UInt8]?) {
        var body = HeldMessage.Body(length: response.body.encodedByteCount)
        guard takes(.response) else { return (answer, body, nil) }
        let (old, lines) = (answer.head.octets, HeadLines(answer.head.octets))
        if answer.leavesOutBody || response.body.length == .none {
            (body.length, body.obstacle) = (0, "there is none")
        } else if lines.value("content-type")?.lowercased().hasPrefix("text/event-stream") == true {
            body.obstacle = "it is a stream of events"
        } else {
            let deadline = Deadline.after(Self.timeLimit)
            var pieces = response.body.makeAsyncIterator()
            while body.mayGrow(), let piece = try await pieces.next() {
                body.bytes += piece
                if deadline.hasPassed { body.obstacle = "its end was not there after \(Self.timeLimit)" }
            }
        }
        let message = HeldMessage(lines, body) { head in
            let isStatus = HeldMessage.status(of: head, like: old) != nil
            return isStatus ? nil : "expected VERSION STATUS REASON, the same version, and a status from 200 to 599"
        }
        guard let edit = try await hold(message, .response) else { return (answer, body, nil) }
        var made = Rewriting.answer(
            HeadLines(edit.head), status: HeldMessage.status(of: edit.head, like: old) ?? answer.status,
            insteadOf: answer.status, to: method, answer.head.notes)
        // What a rule has left out stays so.
        made.leavesOutBody = made.leavesOutBody || answer.leavesOutBody
        return (made, body, edit.body)
    }

    private func takes(_ part: InspectRule.Hold) -> Bool {
        [part, .both].contains(rewriting.hold) && shared.held.isOn
    }

    /// Waits for the page. Returns its edits, if there are any.
    private func hold(_ message: HeldMessage, _ part: InspectRule.Hold) async throws -> HeldMessage.Edit? {
        let time = shared.configuration.holdTime
        let outcome = await shared.held.hold(
            message, at: "\(id)/\(part.rawValue)", on: shared.loop, until: .after(time)
        ) {
            shared.log.note(id, "the \(part.rawValue) is held until the page lets it go")
        }
        switch outcome {
        case .cancelled: throw CancellationError()
        case .timedOut:
            throw InspectedRequest.Refusal(
                status: 504, reason: "the \(part.rawValue) was held, and nobody let it go within \(time)")
        case .value(nil):
            throw InspectedRequest.Refusal(
                status: 403, reason: "the \(part.rawValue) was dropped on the page of --inspect")
        case .value(let edit?):
            let note = edit.changes.isEmpty ? "let go as it was" : "edited on the page: \(edit.changes)"
            let notes = ["the \(part.rawValue) was \(note)"]
            if edit.changes.isEmpty { shared.log.note(id, notes[0]) } else { shared.log.note(id, changes: notes) }
            return edit.changes.isEmpty ? nil : edit
        }
    }
}
