internal import SockeyeBytes
internal import SockeyeDigest
internal import SockeyeURL
internal import SockeyeFields

/// The answer to a Digest challenge (RFC 7616 section 3.4), as a pure computation.
struct DigestAnswer: Sendable {
    var challenge: DigestChallenge
    var user: [UInt8]
    var password: [UInt8]
    /// The request's method.
    var method: String
    /// The request target as in the request line.
    var target: String
    /// The body, if it is in memory; needed for `auth-int` only.
    var body: [UInt8]?
    /// The client's nonce (`cnonce`).
    var clientNonce: String
    /// How often the server's nonce has been used, including this time.
    var count: UInt32

    /// The value of the Authorization field; `nil` if only `auth-int` is offered and the body is a stream, a name
    /// contains a control character, or OpenSSL refuses the algorithm.
    var value: [UInt8]? {
        // OpenSSL may have been built without MD5.
        (try? makeValue()) ?? nil
    }

    private func makeValue() throws(DigestError) -> [UInt8]? {
        let quality: String? =
            if challenge.offersAuth { "auth" } else if challenge.offersIntegrity { "auth-int" } else { nil }
        if quality == "auth-int", body == nil { return nil }
        guard let userParameter = try userParameter(), let realm = quoted(challenge.realm),
            let nonce = quoted(challenge.nonce), let uri = quoted(Array(target.utf8))
        else { return nil }
        // RFC 7616 section 3.4 fixes which values are quoted, for old servers.
        var parts = [userParameter, "realm=".utf8 + realm, "nonce=".utf8 + nonce, "uri=".utf8 + uri]
        func add(_ text: String) { parts.append(Array(text.utf8)) }
        if let quality {
            add("cnonce=\"\(clientNonce)\"")
            add("nc=\(countText)")
            add("qop=\(quality)")
        }
        add("response=\"\(try response(quality))\"")
        if let opaque = challenge.opaque {
            guard let opaque = quoted(opaque) else { return nil }
            parts.append("opaque=".utf8 + opaque)
        }
        if let algorithm = challenge.algorithm {
            guard algorithm.utf8.allSatisfy(Grammar.isTokenByte) else { return nil }
            add("algorithm=\(algorithm)")
        }
        if challenge.hashesUser { add("userhash=true") }
        return "Digest ".utf8 + parts.joined(separator: ", ".utf8)
    }

    /// RFC 7616 section 3.4.4: hashed, or in the extended notation if it isn't ASCII and the server accepts UTF-8. A
    /// name that isn't UTF-8 can't use that notation and is sent as it is.
    private func userParameter() throws(DigestError) -> [UInt8]? {
        if challenge.hashesUser { return Array("username=\"\(try hex(user, challenge.realm))\"".utf8) }
        if challenge.takesUTF8, !user.allSatisfy({ $0 < 0x80 }), let name = String(validating: user, as: UTF8.self) {
            return Array(("username*=UTF-8''" + PercentEncoding.encode(name, .allButUnreserved)).utf8)
        }
        return quoted(user).map { "username=".utf8 + $0 }
    }

    private var countText: String { ASCII.padded(count, to: 8, radix: 16) }

    /// RFC 7616 section 3.4.1.
    private func response(_ quality: String?) throws(DigestError) -> String {
        let secret = Array(try secretHash().utf8)
        var described = "\(method):\(target)"
        if quality == "auth-int" { described += ":" + (try Digest(challenge.hash.algorithm, of: body ?? [])).hex }
        let request = Array(try hex(Array(described.utf8)).utf8)
        guard let quality else { return try hex(secret, challenge.nonce, request) }
        let once = Array("\(countText):\(clientNonce):\(quality)".utf8)
        return try hex(secret, challenge.nonce, once, request)
    }

    /// RFC 7616 section 3.4.2: A1, always with the plain user name, even if the field carries its hash.
    private func secretHash() throws(DigestError) -> String {
        let plain = try hex(user, challenge.realm, password)
        if !challenge.isSession { return plain }
        return try hex(Array(plain.utf8), challenge.nonce, Array(clientNonce.utf8))
    }

    /// The hash of the parts with colons between them.
    private func hex(_ parts: [UInt8]...) throws(DigestError) -> String {
        try Digest(challenge.hash.algorithm, of: Array(parts.joined(separator: ":".utf8))).hex
    }

    private func quoted(_ octets: [UInt8]) -> [UInt8]? { FieldParameter.quotedString(octets) }
}

extension String.UTF8View {
    fileprivate static func + (left: String.UTF8View, right: some Sequence<UInt8>) -> [UInt8] {
        var octets = Array(left)
        octets.append(contentsOf: right)
        return octets
    }
}
