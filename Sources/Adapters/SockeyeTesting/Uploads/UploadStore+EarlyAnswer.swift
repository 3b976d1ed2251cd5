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
}
