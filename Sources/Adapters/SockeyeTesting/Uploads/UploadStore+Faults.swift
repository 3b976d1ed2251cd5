extension UploadStore {
    /// Answers a request before its content matters: 401 without credentials, or the response of a fault; `nil` if it
    /// may go on. If there is a body, the connection closes, since the body is unread.
    func earlyAnswer(
        to request: ReceivedRequest, wanting authorization: String?,
        _ answer: (Int, [ReceivedRequest.Field]) -> LoopbackReply
    ) -> LoopbackReply? {
        var reply: LoopbackReply
        if let authorization, request["Authorization"] != authorization {
            reply = answer(401, [ReceivedRequest.Field("WWW-Authenticate", "Basic realm=\"uploads\"")])
        } else if let (status, fields) = take({ fault in
            if case .answer(request.method, let status, let fields) = fault { (status, fields) } else { nil }
        }) {
            reply = answer(status, fields.map { ReceivedRequest.Field($0.key, $0.value) })
        } else {
            return nil
        }
        reply.closes = request["Content-Length"] != nil
        return reply
    }

    /// Where a client finds the upload that was created for its request, or what a fault says instead.
    func location(of name: String, for request: ReceivedRequest) -> String {
        let fault = take { fault in if case .place(let place) = fault { place } else { nil } }
        let port = (request["Host"] ?? "").split(separator: ":").last ?? ""
        return fault?.replacing("PORT", with: port) ?? "/uploads/\(name)"
    }

    /// The offset to claim falsely, if such a fault is due.
    var claimedOffset: Int? {
        take { fault in if case .claimOffset(let offset) = fault { offset } else { nil } }
    }

    /// Receives a body, as far as the faults let it come.
    ///
    /// - Parameter keep: gets each piece, and how many bytes have come with it.
    func receive(
        _ exchange: LoopbackExchange, for name: String, turn: Int,
        _ keep: @escaping ([UInt8], Int) async throws(LoopbackInterruption) -> Void
    ) async throws(LoopbackInterruption) {
        let cut = take { fault in if case .cutInBody(let count) = fault { count } else { nil } }
        let stall = take { fault in if case .stallInBody(let count) = fault { count } else { nil } }
        var count = 0
        try await exchange.receiveBody { piece throws(LoopbackInterruption) in
            let piece = cut.map { Array(piece.prefix($0 - count)) } ?? piece
            count += piece.count
            try await keep(piece, count)
            if let cut, count >= cut { throw exchange.cut() }
            if let stall, count >= stall {
                await self.waitForEnd(ofTurn: turn, of: name)
                throw exchange.cut()
            }
        }
    }
}
