import SockeyeFields

@testable import SockeyeClient

extension Check {
    /// An answer to a Digest challenge names its realm and nonce octet by octet and cannot end its field; a lying server
    /// is answered a bounded number of times.
    static func challenges(_ input: Input) {
        let user = Array("Mufasa".utf8)
        for challenge in Challenge.list(parsing: input.bytes) ?? [] {
            require(!challenge.scheme.isEmpty, "a challenge without a scheme")
            guard let digest = DigestChallenge(challenge) else { continue }
            let answer = DigestAnswer(
                challenge: digest, user: user, password: [0xFF, 0x3A], method: "GET", target: "/a?b", body: [],
                clientNonce: "n", count: 1)
            guard let value = answer.value else { continue }
            require(isPrintable(value), "an answer with a control character")
            guard let read = Challenge.list(parsing: value), read.count == 1, let first = read.first else {
                fail("the answer is not one list of parameters")
            }
            require(first.octets(of: "realm") == digest.realm, "another realm")
            require(first.octets(of: "nonce") == digest.nonce, "another nonce")
            require(first.octets(of: "opaque") == digest.opaque, "another opaque")
        }
        var login = Authenticator(.password(user: "u", "p"), AuthenticationOptions())
        var rounds = 0
        while login.accepts(input.lines.map(Array.init)) {
            rounds += 1
            require(rounds <= 3, "asks for a password without end")
            _ = login.value(method: "GET", target: "/", body: nil, clientNonce: "n")
        }
    }
}
