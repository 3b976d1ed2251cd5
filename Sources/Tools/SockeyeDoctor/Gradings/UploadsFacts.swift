/// The body sizes that the server would accept. Only heads are sent, with `Expect: 100-continue`, never a byte of a body.
struct UploadsFacts: Sendable {
    /// The response to one head.
    enum Answer: Sendable, Hashable {
        /// 100: send it.
        case goOn
        /// A final status.
        case status(Int)
        /// No response in the time after which a client sends the body anyway.
        case silence
        case failed(String)
    }

    var method: String
    /// In ascending order of size.
    var answers: [(bytes: Int64, answer: Answer)]

    func grade() -> [Finding] {
        let accepted = answers.last { $0.answer == .goOn }?.bytes
        let facts = [Fact("method", method), Fact("accepted_bytes", accepted ?? 0)]
        let upTo = accepted.map { "a \(method) of \(Wording.bytes($0)) would be accepted" }
        guard let last = answers.last else { return [] }
        let size = "a \(method) of \(Wording.bytes(last.bytes))"
        switch last.answer {
        case .goOn: return .one(.uploads, .ok, (upTo ?? "") + ", the largest size asked about", facts)
        case .status(413):
            let words = (upTo.map { $0 + ", " } ?? "") + "\(size) is refused (413)"
            return .one(
                .uploads, accepted == nil ? .warning : .note, words,
                advice: "the limit is client_max_body_size in nginx, LimitRequestBody in Apache", facts)
        case .status(417):
            return .one(
                .uploads, .warning, "Expect: 100-continue is refused (417)",
                advice: "large bodies are sent before they can be refused; let the server support it", facts)
        case .status(let status):
            return .one(
                .uploads, (400...499).contains(status) ? .note : .warning,
                "\(size) is answered with \(status) before any of it is sent",
                advice: status == 401
                    ? "log in with -u" : "the URL may not take a \(method); --doctor-upload names the method", facts)
        case .silence:
            return .one(
                .uploads, .note, "Expect: 100-continue gets no answer, so a limit shows only when it is exceeded",
                advice: "let the server answer 100 or refuse before the body (RFC 9110 section 10.1.1)", facts)
        case .failed(let reason):
            return .one(
                .uploads, .warning, "asking about \(size) failed: \(Wording.clipped(reason))",
                advice: "look into the server's log", facts)
        }
    }
}
