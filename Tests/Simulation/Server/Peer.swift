/// The server's end of one line: reads requests, answers each as chance has it.
final class Peer {
    private unowned let line: Line
    private var parser = RequestParser()
    private var answer: Answer?
    private var visit: Visit?
    private var upload: UploadTurn?
    private var isRequestWhole = false
    private var isAnswering = false
    private var hasReplied = false
    private var isGone = false
    private var closesOnNext = false

    init(_ line: Line) {
        self.line = line
    }

    private var world: World { line.world }

    func clientClosed() {
        isGone = true
    }

    func received(_ bytes: [UInt8], from operation: Operation?) {
        if isGone { return line.refuseFurther() }
        if closesOnNext { return vanish() }
        // What it may not send is found where it leaves; here it only goes unanswered.
        guard let operation, let events = try? parser.take(bytes) else { return }
        for event in events {
            switch event {
            case .head(let head): begin(head, operation)
            case .body(let piece): upload?.received(piece)
            case .end: requestEnded()
            }
            if isGone { return }
        }
    }

    private func vanish() {
        isGone = true
        line.send(world.choices.rarely(2) ? .reset : .orderly)
    }

    // MARK: A request

    private func begin(_ head: RequestParser.Head, _ operation: Operation) {
        if isAnswering { world.breaks("a request came on line \(line.number) before the answer to the last had ended") }
        let place = line.place
        var answer: Answer
        upload = UploadTurn(head, world)
        if let upload {
            answer = upload.answer
        } else if let file = world.files.first(where: { $0.path == head.target }) {
            answer = file.answer(to: head, operation, world)
        } else {
            answer = Answer(to: head, of: operation, visit: operation.visits.count, in: world, at: place)
        }
        // Cut in two, the false answer could be meant for the next request: only its coming too early gives it away.
        if answer.lie == .unsolicited, line.weather.cutting != .whole { answer.lie = nil }
        let visit = Visit(line: line.number, method: head.method, answer: answer)
        operation.visits.append(visit)
        self.answer = answer
        self.visit = visit
        isRequestWhole = false
        isAnswering = true
        hasReplied = false
        world.trace.note("asked", operation.number, answer.status, at: world.now)
        if answer.lie != nil { line.record.ends.insert(.lied) }
        if let interim = upload?.interim { line.send(Array(interim.utf8)) }
        if answer.isEarly { return reply() }
        if !head.values("expect").isEmpty, world.choices.rarely(2) {
            let delay = world.choices.one(of: [Duration.zero, .milliseconds(500), .seconds(3)])
            later(delay) { peer in
                if !peer.hasReplied { peer.line.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
            }
        } else if !head.values("expect").isEmpty {
            line.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
    }

    private func requestEnded() {
        isRequestWhole = true
        if let upload, answer?.isEarly == false {
            if !upload.end() { return vanish() }
            answer = upload.answer
        }
        guard let answer else { return }
        if !answer.isEarly { reply() } else if !isAnswering { self.answer = nil }
    }

    // MARK: The answer

    private func reply() {
        guard let answer, let visit else { return }
        hasReplied = true
        send(answer.pieces(for: visit.method)[...], answer.delays[...], answer)
    }

    private func send(_ pieces: ArraySlice<[UInt8]>, _ delays: ArraySlice<Duration>, _ answer: Answer) {
        later(delays.first ?? .zero) { peer in
            if let piece = pieces.first { peer.line.send(piece) }
            let rest = pieces.dropFirst()
            if rest.isEmpty { peer.finish(answer) } else { peer.send(rest, delays.dropFirst(), answer) }
        }
    }

    private func finish(_ answer: Answer) {
        isAnswering = false
        if isRequestWhole { self.answer = nil }
        switch answer.lie {
        case .tooShort, .twoLengths, .garbage, .badChunk: return close(after: .zero)
        case .unsolicited, nil: break
        }
        switch answer.ending {
        case .keep: break
        case .announcedClose: close(after: .zero)
        case .silentClose(let delay): close(after: delay)
        case .halfClose(let delay):
            later(delay) { peer in
                if peer.isAnswering { peer.line.record.ends.insert(.cutShort) }
                peer.line.send(.orderly)
            }
        case .closeOnNext: closesOnNext = true
        }
    }

    private func close(after delay: Duration) {
        later(delay) { peer in
            // In the middle of the next answer, if one has begun: nobody can tell a body without a length from its half.
            if peer.isAnswering { peer.line.record.ends.insert(.cutShort) }
            peer.isGone = true
            peer.line.send(.orderly)
        }
    }

    private func later(_ delay: Duration, _ action: @escaping (Peer) -> Void) {
        if delay == .zero { return action(self) }
        world.director.after(delay) { [weak self] in
            guard let self, !isGone else { return }
            action(self)
        }
    }
}
