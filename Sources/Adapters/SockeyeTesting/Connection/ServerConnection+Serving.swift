extension ServerConnection {
    /// Answers `requests` requests with the routes, or all of them if `nil`. Returns how to end, `nil` once all are
    /// answered.
    func serve(requests: Int?) async throws(ReadingFailure) -> Ending? {
        var answered = 0
        while requests.map({ answered < $0 }) ?? true {
            do throws(ReadingFailure) {
                guard let request = try await readHead() else { return .orderly }
                if let ending = try await answer(request) { return ending }
            } catch {
                if case .ended(let ending) = error { return ending }
                guard case .refused(let refusal) = error else { throw error }
                var reply = LoopbackReply.text("\(refusal.reason)\n", status: refusal.status)
                reply.closes = true
                return try await send(reply, to: nil)
            }
            answered += 1
            answeredRequests += 1
            if let most = shared.configuration.requestsPerConnection, answeredRequests >= most { return .orderly }
        }
        return nil
    }

    private func answer(_ request: ReceivedRequest) async throws(ReadingFailure) -> Ending? {
        if let reply = try await serviceReply(to: request) { return try await send(reply, to: request) }
        // RFC 9110 section 10.1.1: an HTTP/1.0 client's expectation is ignored.
        if request.version == "HTTP/1.1", let expectation = request["Expect"] {
            if let refusal = Routes.refusal(of: request, expecting: expectation) {
                return try await send(refusal, to: request)
            }
            if isBodyPending { try await send("HTTP/1.1 100 Continue\r\n\r\n") }
        }
        try await readBody()
        let request = current ?? request
        let reply = await shared.handler?(request) ?? Routes.reply(to: request)
        return try await send(reply, to: request)
    }

    private func serviceReply(to request: ReceivedRequest) async throws(ReadingFailure) -> LoopbackReply? {
        do throws(LoopbackInterruption) {
            return try await shared.service?.reply(to: LoopbackExchange(self, request))
        } catch {
            throw error.failure
        }
    }

    /// Sends a reply to a request, or to data that wasn't one.
    private func send(_ reply: LoopbackReply, to request: ReceivedRequest?) async throws(ReadingFailure) -> Ending? {
        let isAskedToClose = request.map { $0.has("close", in: "Connection") } ?? true
        let isOld = request.map { $0.version == "HTTP/1.0" } ?? true
        let isKeptOld = isOld && request.map { $0.has("keep-alive", in: "Connection") } ?? false
        // An unread body would be parsed as the next request.
        let closes = reply.closes || isAskedToClose || isOld && !isKeptOld || isBodyPending

        var extra: [ReceivedRequest.Field] = [.init("Server", "sockeye-loopback"), .init("Date", HTTPDateText.now())]
        // RFC 9112 section 9.6, and its appendix C.2.2 for HTTP/1.0.
        if closes {
            extra.append(.init("Connection", "close"))
        } else if isOld {
            extra.append(.init("Connection", "keep-alive"))
        }
        report(reply, to: request)
        // Of this reply, not of the one before it.
        pace = nil
        if let ending = try await play(reply.interim) { return ending }

        // RFC 9110 sections 9.3.2, 15.3.5 and 15.4.5: these responses have no body.
        let hasNoBody = request?.method == "HEAD" || reply.status == 204 || reply.status == 304
        var rest = hasNoBody ? [] : reply.body[...]
        // The head and a body that is ready leave in one segment; of many steps only the first, since all may be endless.
        var bytes = Array(reply.head(extra: extra).utf8)
        while bytes.count < Step.atHandLimit, let next = rest.first?.bytesAtHand {
            bytes += next
            rest.removeFirst()
        }
        try await send(bytes)
        return try await play(Array(rest)) ?? (closes ? .orderly : nil)
    }

    private func report(_ reply: LoopbackReply, to request: ReceivedRequest?) {
        guard let reporter = shared.configuration.reporter else { return }
        let asked = request.map { "\($0.method) \($0.target) \($0.version)" } ?? "a request that cannot be read"
        let range = request?["Range"].map { " (\($0))" } ?? ""
        reporter("#\(number) \(asked)\(range) -> \(reply.status)")
    }
}

extension Step {
    /// How many bytes are a few.
    fileprivate static let atHandLimit = 64 * 1024

    /// The bytes of a step that sends only a few.
    fileprivate var bytesAtHand: [UInt8]? {
        switch self {
        case .send(let text): Array(text.utf8)
        case .sendBytes(let bytes) where bytes.count <= Self.atHandLimit: bytes
        case .sendPattern(let offsets) where offsets.count <= Self.atHandLimit: BytePattern.bytes(offsets)
        default: nil
        }
    }
}
