internal import SockeyeDigest
internal import SockeyeHTTP1

/// The answer to a Digest challenge (RFC 7616 section 3.4), as a pure computation.
package struct DigestAnswer: Sendable {
    package var challenge: DigestChallenge
    package var user: String
    package var password: String
    /// The request's method.
    package var method: String
    /// The request target as the request line has it.
    package var target: String
    /// The body, when all of it is at hand; needed for `auth-int` alone.
    package var body: [UInt8]?
    /// What the client adds to the nonce.
    package var clientNonce: String
    /// How often this nonce was used, this time included.
    package var count: UInt32

    package init(
        _ challenge: DigestChallenge, user: String, password: String, method: String, target: String, body: [UInt8]?,
        clientNonce: String, count: UInt32
    ) {
        self.challenge = challenge
        self.user = user
        self.password = password
        self.method = method
        self.target = target
        self.body = body
        self.clientNonce = clientNonce
        self.count = count
    }

    /// The value of the Authorization field; `nil` when it cannot be given: `auth-int` alone is offered and the body is a
    /// stream, a name holds a control, or OpenSSL refuses the algorithm.
    package var value: String? {
        // OpenSSL may have been built without MD5: then there is no answer either.
        (try? makeValue()) ?? nil
    }

    private func makeValue() throws(DigestError) -> String? {
        let quality: String? =
            if challenge.offersAuth { "auth" } else if challenge.offersIntegrity { "auth-int" } else { nil }
        if quality == "auth-int", body == nil { return nil }
        guard let userParameter = try userParameter(), let realm = quoted(challenge.realm),
            let nonce = quoted(challenge.nonce),
            let uri = quoted(target)
        else { return nil }
        // RFC 7616 section 3.4: which values are quoted and which are not is fixed, for old servers' sake.
        var parts = [userParameter, "realm=\(realm)", "nonce=\(nonce)", "uri=\(uri)"]
        if let quality {
            parts += ["cnonce=\"\(clientNonce)\"", "nc=\(countText)", "qop=\(quality)"]
        }
        parts.append("response=\"\(try response(quality))\"")
        if let opaque = challenge.opaque {
            guard let opaque = quoted(opaque) else { return nil }
            parts.append("opaque=\(opaque)")
        }
        if let algorithm = challenge.algorithm {
            guard algorithm.utf8.allSatisfy(Grammar.isTokenByte) else { return nil }
            parts.append("algorithm=\(algorithm)")
        }
        if challenge.hashesUser { parts.append("userhash=true") }
        return "Digest " + parts.joined(separator: ", ")
    }

    /// RFC 7616 section 3.4.4: hashed, or in the extended notation when it is not ASCII and the server takes that.
    private func userParameter() throws(DigestError) -> String? {
        if challenge.hashesUser { return "username=\"\(try hex("\(user):\(challenge.realm)"))\"" }
        if challenge.takesUTF8, !user.utf8.allSatisfy({ $0 < 0x80 }) {
            return "username*=UTF-8''" + PercentEncoding.encode(user, .allButUnreserved)
        }
        return quoted(user).map { "username=\($0)" }
    }

    private var countText: String {
        let digits = String(count, radix: 16)
        return String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits
    }

    /// RFC 7616 section 3.4.1.
    private func response(_ quality: String?) throws(DigestError) -> String {
        let secret = try secretHash()
        var described = "\(method):\(target)"
        if quality == "auth-int" { described += ":" + (try Digest(challenge.hash.algorithm, of: body ?? [])).hex }
        let request = try hex(described)
        guard let quality else { return try hex("\(secret):\(challenge.nonce):\(request)") }
        return try hex("\(secret):\(challenge.nonce):\(countText):\(clientNonce):\(quality):\(request)")
    }

    /// RFC 7616 section 3.4.2: A1. The name in it is the plain one, even when the field carries its hash.
    private func secretHash() throws(DigestError) -> String {
        let plain = try hex("\(user):\(challenge.realm):\(password)")
        return try challenge.isSession ? hex("\(plain):\(challenge.nonce):\(clientNonce)") : plain
    }

    private func hex(_ text: String) throws(DigestError) -> String {
        try Digest(challenge.hash.algorithm, of: text.utf8).hex
    }

    private func quoted(_ text: String) -> String? { FieldParameter.quotedString(text) }
}
