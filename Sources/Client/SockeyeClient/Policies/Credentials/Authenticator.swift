internal import HTTPTypes
internal import SockeyeBytes
internal import SockeyeDigest
internal import SockeyeFields

/// Answers the challenges of one server or proxy for one request: chooses among them and knows when to give up.
///
/// ```
///   begin ── token, or Basic at once ──→ sent ── challenged ──→ done (refused)
///     │                                              └─ Digest, stronger or stale ─→ answered again, once
///     └── nothing to send ──→ challenged ──→ answered ── challenged ──→ done, except for a stale nonce
/// ```
struct Authenticator: Sendable {
    /// A Digest challenge, remembered so that the next request to the same place needs no new one.
    struct Memory: Sendable, Hashable {
        var challenge: DigestChallenge
        /// How often its nonce has been used.
        var count: UInt32
    }

    /// More rounds than stale nonces explain mean a loop.
    private static let roundLimit = 3

    let credential: Credential
    let options: AuthenticationOptions
    /// Of Negotiate; without it, that isn't answered.
    let tokens: TokenSource?
    var negotiation = Negotiation.idle
    /// The challenge that the next request answers.
    private(set) var memory: Memory?
    private var sendsBasic: Bool
    private var hasAnswered = false
    private var rounds = 0

    /// - Parameter memory: the challenge of an earlier request.
    init(
        _ credential: Credential, _ options: AuthenticationOptions, memory: Memory? = nil, tokens: TokenSource? = nil
    ) {
        self.credential = credential
        self.tokens = tokens
        self.options = options
        self.memory = options.schemes.contains(.digest) ? memory : nil
        sendsBasic = options.schemes.contains(.basic) && options.sendsBasicAtOnce
    }

    /// The value of the Authorization or Proxy-Authorization field for the next request, if any.
    ///
    /// - Parameter clientNonce: unpredictable text, evaluated only for Digest: the first random bytes of a process take OpenSSL
    ///   1.9 ms.
    mutating func value(
        method: String, target: String, body: [UInt8]?, clientNonce: @autoclosure () -> String
    ) -> [UInt8]? {
        switch credential {
        case .bearer(let token):
            hasAnswered = true
            return Array("Bearer \(token)".utf8)
        case .password, .passwordOctets:
            if case .ready(let token, _) = negotiation {
                negotiation = .sent
                return Array("Negotiate \(Base64.encode(token))".utf8)
            }
            guard let (user, password) = credential.pair else { return nil }
            if var memory {
                memory.count &+= 1
                self.memory = memory
                hasAnswered = true
                return DigestAnswer(
                    challenge: memory.challenge, user: user, password: password, method: method, target: target,
                    body: body,
                    clientNonce: clientNonce(), count: memory.count
                ).value
            }
            guard sendsBasic else { return nil }
            hasAnswered = true
            return Self.basic(user, password)
        }
    }

    /// The remembered nonce has been used as often as this.
    mutating func skip(to count: UInt32) { memory?.count = count }

    /// Whether the next request can only ask for a challenge, so that its body would be sent in vain.
    var onlyAsks: Bool {
        options.asksWithoutBody && options.schemes == [.digest] && memory == nil && rounds == 0
            && credential.pair != nil
    }

    /// Why the credential can't be sent, if no challenge can change that. Check it before the first request.
    var fault: CredentialError? {
        if case .bearer = credential { return credential.fault }
        if case .failed(let refusal) = negotiation, refusal == .noLibrary, options.schemes == [.negotiate] {
            return .needsKerberos
        }
        return sendsBasic || options.schemes == [.basic] ? credential.fault : nil
    }

    /// RFC 7617 section 2: base64 of the octets, which are UTF-8 unless the caller gave other octets.
    private static func basic(_ user: [UInt8], _ password: [UInt8]) -> [UInt8] {
        Array(("Basic " + Base64.encode(user + [UInt8(ascii: ":")] + password)).utf8)
    }

    /// Whether to send the request again with an answer to these challenges, the values of WWW-Authenticate or
    /// Proxy-Authenticate fields. Malformed ones are ignored.
    mutating func accepts(_ fields: [[UInt8]]) -> Bool { refusal(of: fields) == nil }

    /// The scheme that the next request answers with.
    var scheme: String {
        if case .bearer = credential { return "Bearer" }
        if case .ready = negotiation { return "Negotiate" }
        return memory == nil ? "Basic" : "Digest"
    }

    /// The same with the reason why they aren't answered; `nil` if they are.
    mutating func refusal(of fields: [[UInt8]]) -> ChallengeRefusal? {
        guard credential.pair != nil else { return .refused }
        guard rounds < Self.roundLimit else { return .tooManyRounds }
        rounds += 1
        let challenges = fields.flatMap { Challenge.list(parsing: $0) ?? [] }
        if options.schemes.contains(.negotiate) {
            negotiation.receive(challenges)
            if case .wanted = negotiation { return nil }
        }
        let digests = options.schemes.contains(.digest) ? challenges.compactMap(DigestChallenge.init) : []
        if let strongest = digests.max(by: { $0.hash < $1.hash }) {
            // A correct answer with an old nonce is reported as stale; any other refusal is final.
            let hasFailed = hasAnswered && memory != nil && !strongest.isStale
            // What was remembered may be for another protection space (RFC 7616 section 3.3), and one nonce may serve all of them.
            let isSame =
                strongest.nonce == memory?.challenge.nonce && strongest.realm == memory?.challenge.realm
            if hasFailed, isSame || rounds > 1 { return .refused }
            memory = Memory(challenge: strongest, count: 0)
            return nil
        }
        guard options.schemes.contains(.basic), challenges.contains(where: { $0.scheme == "basic" }) else {
            if case .failed(let refusal) = negotiation { return refusal }
            return .noCommonScheme
        }
        if credential.fault != nil { return .unfit }
        if hasAnswered, memory == nil { return .refused }
        memory = nil
        sendsBasic = true
        return nil
    }
}

/// Why a challenge is not answered, in words.
struct ChallengeRefusal: Equatable, CustomStringConvertible {
    let description: String

    static let noCredential = Self(description: "there is no credential for it")
    static let refused = Self(description: "the credential was sent and refused")
    static let noCommonScheme = Self(description: "none of its schemes may be answered")
    static let tooManyRounds = Self(description: "the server keeps asking")
    static let unfit = Self(description: "the credential can't be written in its scheme")
    static let noLibrary = Self(description: "\(CredentialError.needsKerberos)")
    static func noTicket(_ reason: String) -> Self { Self(description: "there is no ticket for it: \(reason)") }
}

/// Where a credential came from, in words.
enum CredentialSource: String {
    case request = "the request"
    case url = "the URL"
    case configuration = "the configuration"
    case netrc = "the netrc file"
}
