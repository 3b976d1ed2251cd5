internal import SockeyeBytes
internal import SockeyeFields
internal import SockeyeIO

/// Makes the tokens of Negotiate for one server, with the system's ticket or a test's: each answers one of the server's, or begins
/// anew if that is empty.
typealias TokenSource = @Sendable (_ received: [UInt8]) async -> SecurityContext.Step

/// How far a login with Negotiate (RFC 4559) is.
///
/// ```
///   idle ── at once, or asked ──→ wanted ──→ ready ──→ sent ── the server's token ──→ wanted (over the same connection)
///                                    └─ no ticket ──→ failed ←─ refused ──┤
///                                                                         └── the next request ──→ wanted (anew)
/// ```
enum Negotiation: Sendable {
    case idle
    /// A token is to be made, as an answer to this one of the server's or, if that is empty, as the first.
    case wanted(answering: [UInt8])
    /// The token for the next request. One that answers another vouches for a connection, and has to be sent over the same.
    case ready([UInt8], isBound: Bool)
    case sent
    case failed(ChallengeRefusal)

    /// What becomes of it by these challenges, one of which may be its own.
    mutating func receive(_ challenges: [Challenge]) {
        guard let challenge = challenges.first(where: { $0.scheme == "negotiate" }) else { return }
        switch (self, challenge.token) {
        case (.idle, _): self = .wanted(answering: [])
        case (.sent, let received?): self = .wanted(answering: received)
        case (.sent, nil): self = .failed(.refused)
        default: break
        }
    }
}

extension Challenge {
    /// The octets of its token, if it has a good one.
    fileprivate var token: [UInt8]? { token68.flatMap { try? Base64.decode($0) } }
}

extension Authenticator {
    /// Makes the token for the next request if it needs one that the server hasn't asked for.
    mutating func prepare() async {
        switch negotiation {
        case .idle where options.schemes == [.negotiate] && credential.pair != nil, .sent:
            await makeToken(answering: [])
        default: break
        }
    }

    /// The same as ``refusal(of:)``, after which the next request's token is there.
    mutating func answer(to fields: [[UInt8]]) async -> ChallengeRefusal? {
        while true {
            if let refusal = refusal(of: fields) { return refusal }
            guard case .wanted(let received) = negotiation else { return nil }
            await makeToken(answering: received)
            if case .ready = negotiation { return nil }
        }
    }

    private mutating func makeToken(answering received: [UInt8]) async {
        switch await tokens?(received) {
        case .success((let token, _)) where !token.isEmpty: negotiation = .ready(token, isBound: !received.isEmpty)
        case .failure(.refused(let reason)): negotiation = .failed(.noTicket(reason))
        case .failure(.unavailable), nil: negotiation = .failed(.noLibrary)
        case .success: negotiation = .failed(.refused)
        }
    }

    /// Whether the fields of the final response don't belie the server: a token in them has to prove who it is. They are read only
    /// after a token was sent.
    mutating func isProven(by fields: @autoclosure () -> [[UInt8]]) async -> Bool {
        guard case .sent = negotiation else { return true }
        let challenges = fields().flatMap { Challenge.list(parsing: $0) ?? [] }
        guard let challenge = challenges.first(where: { $0.scheme == "negotiate" && $0.token68 != nil })
        else { return true }
        guard let received = challenge.token, case .success((_, let isLast))? = await tokens?(received)
        else { return false }
        return isLast
    }

    /// Whether the next request has to go over the connection of the last one.
    var isBound: Bool { if case .ready(_, isBound: true) = negotiation { true } else { false } }
}
