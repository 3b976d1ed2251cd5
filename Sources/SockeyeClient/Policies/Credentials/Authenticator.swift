internal import HTTPTypes
internal import SockeyeDigest
internal import SockeyeFields

/// Answers the challenges of one server or proxy for one request: which one is taken, and when to give up.
///
/// ```
///   begin ── token, or Basic at once ──→ sent ── challenged ──→ over (refused)
///     │                                              └─ Digest, stronger or stale ─→ answered again, once
///     └── nothing to send ──→ challenged ──→ answered ── challenged ──→ over, but for a stale nonce
/// ```
package struct Authenticator: Sendable {
    /// What is remembered of a Digest challenge for the next request to the same place, which then needs none.
    package struct Memory: Sendable, Hashable {
        package var challenge: DigestChallenge
        /// How often its nonce was used.
        package var count: UInt32
    }

    /// More rounds than a stale nonce explains are a loop.
    private static let mostRounds = 3

    private let credential: Credential
    private let options: AuthenticationOptions
    /// The challenge that the next request answers.
    package private(set) var memory: Memory?
    private var sendsBasic: Bool
    private var hasAnswered = false
    private var rounds = 0

    /// - Parameter memory: what an earlier request learnt.
    package init(_ credential: Credential, _ options: AuthenticationOptions, memory: Memory? = nil) {
        self.credential = credential
        self.options = options
        self.memory = options.schemes.contains(.digest) ? memory : nil
        sendsBasic = options.schemes.contains(.basic) && options.sendsBasicAtOnce
    }

    /// The value of the Authorization or Proxy-Authorization field for the next request, if there is one.
    ///
    /// - Parameter clientNonce: unguessable text for Digest.
    package mutating func value(
        method: String, target: String, body: [UInt8]?, clientNonce: String
    ) -> [UInt8]? {
        switch credential {
        case .bearer(let token):
            hasAnswered = true
            return Array("Bearer \(token)".utf8)
        case .password, .passwordOctets:
            guard let (user, password) = credential.pair else { return nil }
            if var memory {
                memory.count &+= 1
                self.memory = memory
                hasAnswered = true
                return DigestAnswer(
                    memory.challenge, user: user, password: password, method: method, target: target, body: body,
                    clientNonce: clientNonce, count: memory.count
                ).value
            }
            guard sendsBasic else { return nil }
            hasAnswered = true
            return Self.basic(user, password)
        }
    }

    /// Why nothing could be sent, where no challenge may change that; to be asked before the first request.
    var fault: CredentialError? {
        if case .bearer = credential { return credential.fault }
        return sendsBasic || options.schemes == [.basic] ? credential.fault : nil
    }

    /// RFC 7617 section 2: base64 of the octets, which are UTF-8 unless the caller has given others.
    private static func basic(_ user: [UInt8], _ password: [UInt8]) -> [UInt8] {
        Array(("Basic " + Base64.encode(user + [UInt8(ascii: ":")] + password)).utf8)
    }

    /// Whether the request is worth sending again with an answer to these challenges, which are the values of
    /// WWW-Authenticate or Proxy-Authenticate fields. A malformed one is passed over.
    package mutating func accepts(_ fields: [[UInt8]]) -> Bool {
        guard credential.pair != nil, rounds < Self.mostRounds else { return false }
        rounds += 1
        let challenges = fields.flatMap { Challenge.list(parsing: $0) ?? [] }
        let digests = options.schemes.contains(.digest) ? challenges.compactMap(DigestChallenge.init) : []
        if let strongest = digests.max(by: { $0.hash < $1.hash }) {
            // A right answer with an old nonce is called stale; any other refusal of an answer is final.
            let hasFailed = hasAnswered && memory != nil && !strongest.isStale
            if hasFailed, strongest.nonce == memory?.challenge.nonce || rounds > 1 { return false }
            memory = Memory(challenge: strongest, count: 0)
            return true
        }
        guard options.schemes.contains(.basic), challenges.contains(where: { $0.scheme == "basic" }),
            credential.fault == nil, !hasAnswered || memory != nil
        else { return false }
        memory = nil
        sendsBasic = true
        return true
    }

    /// Text that nobody can guess, for Digest's `cnonce`.
    package static func makeClientNonce() -> String {
        // Without a source of chance the server's nonce still protects the password; only chosen-text attacks gain.
        Hex.encode((try? randomBytes(16)) ?? [])
    }
}
