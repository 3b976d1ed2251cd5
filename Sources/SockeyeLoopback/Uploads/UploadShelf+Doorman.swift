extension UploadShelf {
    /// What a request is answered with before anybody looks at what it asks: 401 without the credentials, and what a fault
    /// wants. `nil` when it may go on. The connection closes when there is a body, since nobody has read it.
    func answerAtTheDoor(
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
}
