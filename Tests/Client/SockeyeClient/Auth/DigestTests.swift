import HTTPTypes
import SockeyeFields
import SockeyeURL
import Testing

@testable import SockeyeClient

/// Digest answers against the examples of the RFCs.
struct DigestTests {
    private func challenge(_ text: String) throws -> DigestChallenge {
        try #require(Challenge.list(parsing: text)?.first.flatMap(DigestChallenge.init))
    }

    /// A Digest answer for text parameters, as text.
    private func answer(
        _ challenge: DigestChallenge, user: String, password: String, method: String = "GET", target: String = "/",
        body: [UInt8]? = [], clientNonce: String = "c", count: UInt32 = 1
    ) -> String? {
        let answer = DigestAnswer(
            challenge: challenge, user: Array(user.utf8), password: Array(password.utf8), method: method,
            target: target,
            body: body, clientNonce: clientNonce, count: count)
        return answer.value.map { String(decoding: $0, as: UTF8.self) }
    }

    private func response(_ value: String?) throws -> String {
        let value = try #require(value)
        let parameters = try #require(Challenge.list(parsing: value)?.first)
        return try #require(parameters["response"])
    }

    /// RFC 7616 section 3.9.1.
    @Test(arguments: [
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ])
    func exampleOfTheRFC(_ algorithm: String, _ expected: String) throws {
        let challenge = try challenge(
            """
            Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=\(algorithm), \
            nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
            """)
        let answer = self.answer(
            challenge, user: "Mufasa", password: "Circle of Life", method: "GET", target: "/dir/index.html", body: [],
            clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", count: 1)
        #expect(try response(answer) == expected)
    }

    /// SHA-512-256, a hashed user name and UTF-8, as in RFC 7616 section 3.9.2. The hash is that of erratum 4897; the
    /// response was computed with Python's hashlib.
    @Test func hashedUser() throws {
        let challenge = try challenge(
            """
            Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, \
            nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", \
            charset=UTF-8, userhash=true
            """)
        let answer = self.answer(
            challenge, user: "J\u{E4}s\u{F8}n Doe", password: "Secret, or not?", method: "GET", target: "/doe.json",
            body: [], clientNonce: "NTg6RKcb9boFIAS3KrFK9BGeh+niz/sm", count: 1)
        let value = try #require(answer)
        #expect(value.contains("username=\"793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b\""))
        #expect(value.contains("userhash=true"))
        #expect(
            try response(value) == "7a4e1192babbba02e91182d2895bfdbf7adafc6e48d4e517ca301974843d840c")
    }

    /// RFC 2069 section 2.4, as corrected by erratum 749: no qop.
    @Test func oldForm() throws {
        let challenge = try challenge(
            "Digest realm=\"testrealm@host.com\", nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c093\", opaque=\"5ccc\"")
        let answer = self.answer(
            challenge, user: "Mufasa", password: "CircleOfLife", method: "GET", target: "/dir/index.html", body: [],
            clientNonce: "x", count: 1)
        #expect(try response(answer) == "1949323746fe6a43ef61f9606e7febea")
        #expect(answer?.contains("cnonce") == false)
    }

    @Test func bodyIsProtectedWhenOnlyThatIsOffered() throws {
        let challenge = try challenge("Digest realm=\"r\", nonce=\"n\", qop=\"auth-int\"")
        func value(_ body: [UInt8]?) -> String? {
            answer(
                challenge, user: "u", password: "p", method: "POST", target: "/", body: body, clientNonce: "c", count: 2
            )
        }
        let one = try #require(value([1]))
        #expect(one.contains("qop=auth-int"))
        #expect(one.contains("nc=00000002"))
        #expect(try response(one) != response(value([2])))
        #expect(value(nil) == nil)
    }

    @Test(arguments: [
        "Basic realm=\"r\"", "Digest realm=\"r\"", "Digest nonce=\"n\"",
        "Digest realm=\"r\", nonce=\"n\", algorithm=SHA-1", "Digest realm=\"r\", nonce=\"n\", qop=\"future\"",
        // Without qop there is no cnonce for a server to check with.
        "Digest realm=\"r\", nonce=\"n\", algorithm=MD5-sess",
        "Digest realm=\"r\", nonce=\"n\", qop=\"\", algorithm=SHA-256-sess",
    ])
    func isNotUnderstood(_ text: String) throws {
        #expect(try #require(Challenge.list(parsing: text)?.first.map(DigestChallenge.init)) == nil)
    }

    @Test func hostileTextStaysInItsQuotes() throws {
        let challenge = try challenge("Digest realm=\"a\\\"b\\\\c\", nonce=\"n\"")
        let value = self.answer(
            challenge, user: "q\"\\", password: "p", method: "GET", target: "/", body: [], clientNonce: "c", count: 1
        )
        #expect(value?.contains("username=\"q\\\"\\\\\"") == true)
        #expect(value?.contains("realm=\"a\\\"b\\\\c\"") == true)
        let broken = self.answer(
            challenge, user: "u\r\nX: y", password: "p", method: "GET", target: "/", body: [], clientNonce: "c",
            count: 1)
        #expect(broken == nil)
    }
}

/// Names, passwords and challenges in other charsets are hashed and sent octet by octet. The hashes were computed with
/// Python's hashlib.
struct DigestOctetTests {
    /// The ISO 8859-1 octets of a text.
    private func latin(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    @Test func latinRealmAndPassword() throws {
        let challenge = try #require(
            Challenge.list(
                parsing: latin("Digest realm=\"caf\u{E9}\", nonce=\"n\u{FF}\", opaque=\"\u{80}\", qop=\"auth\""))?
                .first.flatMap(DigestChallenge.init))
        let answer = DigestAnswer(
            challenge: challenge, user: latin("jos\u{E9}"), password: latin("\u{FC}\u{DF}"), method: "GET", target: "/",
            body: [],
            clientNonce: "c", count: 1)
        let expected = """
            Digest username="jos\u{E9}", realm="caf\u{E9}", nonce="n\u{FF}", uri="/", cnonce="c", nc=00000001, qop=auth, \
            response="d3cc2e3748bcbad24385d4aa1e8e7574", opaque="\u{80}"
            """
        #expect(answer.value == latin(expected))
    }

    @Test(
        arguments: [
            (Array("u:x".utf8), Array("p".utf8), .colonInUser), ([0x75, 0], [0x70], .controlInUser),
            ([0x75], [0x70, 0x0A], .controlInPassword), ([0x75], [0x7F], .controlInPassword),
            ([0x75, 0xE9], [0x3A, 0xFF], nil),
        ] as [([UInt8], [UInt8], CredentialError?)])
    func whatBasicCannotSend(_ user: [UInt8], _ password: [UInt8], _ fault: CredentialError?) {
        let early = Authenticator(
            .password(octets: user, password), AuthenticationOptions(schemes: [.basic], sendsBasicAtOnce: true))
        #expect(early.fault == fault)
        var asked = Authenticator(.password(octets: user, password), AuthenticationOptions())
        #expect(asked.fault == nil, "Digest may do")
        #expect(asked.accepts([Array("Basic realm=\"r\"".utf8)]) == (fault == nil))
    }

    @Test func basicOfOctets() {
        var authenticator = Authenticator(
            .password(octets: [0xE9], [0xFF]), AuthenticationOptions(sendsBasicAtOnce: true))
        let value = authenticator.value(method: "GET", target: "/", body: [], clientNonce: "c")
        #expect(value == Array("Basic 6Tr/".utf8))
    }
}

/// Which challenge is answered, and when the client gives up.
struct AuthenticatorTests {
    private static let md5 = "Digest realm=\"r\", nonce=\"1\", qop=\"auth\", algorithm=MD5"
    private static let sha256 = "Digest realm=\"r\", nonce=\"2\", qop=\"auth\", algorithm=SHA-256"

    private func value(_ authenticator: inout Authenticator) -> String? {
        authenticator.value(method: "GET", target: "/", body: [], clientNonce: "c").map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private func accepts(_ authenticator: inout Authenticator, _ fields: [String]) -> Bool {
        authenticator.accepts(fields.map { Array($0.utf8) })
    }

    @Test func strongestFirst() throws {
        for fields in [
            ["Basic realm=\"r\"", Self.md5, Self.sha256], [Self.sha256 + ", " + Self.md5 + ", Basic realm=\"r\""],
        ] {
            var authenticator = Authenticator(.password(user: "u", "p"), AuthenticationOptions())
            #expect(value(&authenticator) == nil)
            #expect(accepts(&authenticator, fields))
            #expect(value(&authenticator)?.contains("algorithm=SHA-256") == true)
            #expect(!accepts(&authenticator, fields), "the same refusal again is final")
        }
    }

    @Test func staleNoncesAreAnsweredAgain() {
        var authenticator = Authenticator(.password(user: "u", "p"), AuthenticationOptions())
        #expect(accepts(&authenticator, [Self.md5]))
        #expect(value(&authenticator)?.contains("nonce=\"1\"") == true)
        #expect(accepts(&authenticator, ["Digest realm=\"r\", nonce=\"9\", qop=\"auth\", stale=true"]))
        #expect(value(&authenticator)?.contains("nonce=\"9\"") == true)
        #expect(accepts(&authenticator, ["Digest realm=\"r\", nonce=\"10\", stale=TRUE"]))
        #expect(!accepts(&authenticator, ["Digest realm=\"r\", nonce=\"11\", stale=true"]), "no loop")
    }

    @Test("Requests that were prepared at once count the uses of a nonce together")
    func countsTogether() throws {
        let (memories, url) = (DigestMemories(), try HTTPURL("http://a.example/"))
        let challenge = try #require(Challenge.list(parsing: Self.md5)?.first.flatMap(DigestChallenge.init))
        let memory = Authenticator.Memory(challenge: challenge, count: 3)
        let request = try Request.get(url)
        func login() throws -> Login {
            try Login(
                request, server: .password(user: "u", "p"), proxy: nil, AuthenticationOptions(),
                proxyOptions: AuthenticationOptions(), memory: memory)
        }
        let counts = try [login(), login(), login()].map { login in
            let fields = try login.signed(request, remembering: memories, RandomSource()).fields
            return fields[.authorization].flatMap { value in
                value.split(separator: ",").first { $0.contains("nc=") }.map { String($0.suffix(8)) }
            }
        }
        #expect(counts == ["00000004", "00000005", "00000006"])
    }

    @Test func countsTheUsesOfANonce() {
        var authenticator = Authenticator(.password(user: "u", "p"), AuthenticationOptions())
        #expect(accepts(&authenticator, [Self.md5]))
        #expect(value(&authenticator)?.contains("nc=00000001") == true)
        var next = Authenticator(.password(user: "u", "p"), AuthenticationOptions(), memory: authenticator.memory)
        #expect(value(&next)?.contains("nc=00000002") == true)
        #expect(accepts(&next, [Self.sha256]), "another nonce is another chance")
    }

    /// A server may give the same nonce to every realm: only the answer to this realm's challenge says that the password is wrong.
    @Test("What is remembered of another realm is no answer to this one's challenge")
    func anotherRealm() {
        let other = Self.md5.replacing("realm=\"r\"", with: "realm=\"s\"")
        var first = Authenticator(.password(user: "u", "p"), AuthenticationOptions())
        #expect(accepts(&first, [Self.md5]))
        var next = Authenticator(.password(user: "u", "p"), AuthenticationOptions(), memory: first.memory)
        #expect(value(&next)?.contains("realm=\"r\"") == true)
        #expect(accepts(&next, [other]))
        #expect(value(&next)?.contains("realm=\"s\"") == true)
        #expect(!accepts(&next, [other]), "now the answer was this realm's")
        var last = Authenticator(.password(user: "u", "p"), AuthenticationOptions(), memory: first.memory)
        #expect(value(&last) != nil)
        #expect(!accepts(&last, [Self.md5]), "the same challenge again is final")
    }

    @Test func basicOnlyWhereAllowed() {
        var strict = Authenticator(.password(user: "u", "p"), AuthenticationOptions(schemes: [.digest]))
        #expect(!accepts(&strict, ["Basic realm=\"r\""]))
        var unasked = Authenticator(.password(user: "u", "p"), AuthenticationOptions())
        #expect(!accepts(&unasked, ["Bearer realm=\"r\"", "Negotiate"]))
        #expect(value(&unasked) == nil)
        var early = Authenticator(
            .password(user: "Aladdin", "open sesame"), AuthenticationOptions(sendsBasicAtOnce: true))
        #expect(value(&early) == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
        #expect(!accepts(&early, ["Basic realm=\"r\""]), "a refused password is not sent again")
        #expect(accepts(&early, [Self.md5]), "but it may be proved another way")
        var token = Authenticator(.bearer(token: "t"), AuthenticationOptions())
        #expect(value(&token) == "Bearer t")
        #expect(!accepts(&token, ["Bearer realm=\"r\""]))
    }

    @Test(arguments: ["", ",,,", "Digest", "Digest realm", "=,=\"", "Basic \u{0}", "Digest realm=\"r"])
    func malformedChallengesAreNone(_ text: String) {
        var authenticator = Authenticator(.password(user: "u", "p"), AuthenticationOptions(schemes: [.digest]))
        #expect(!accepts(&authenticator, [text]))
    }
}

struct NetrcTests {
    private static let text = """
        # a comment with machine a.example login no password no
        machine a.example login alice password "one \\"two\\" \\\\"
        macdef init
        machine hidden.example login x password y

        machine B.example
          login bob account z
          password b0b
        machine c.example login first password 1
        machine c.example login second password 2
        default login any password guest
        """

    @Test(
        arguments: [
            ("a.example", nil, "alice", "one \"two\" \\"), ("b.example", nil, "bob", "b0b"),
            ("B.EXAMPLE", nil, "bob", "b0b"),
            ("c.example", nil, "first", "1"), ("c.example", "second", "second", "2"),
            ("hidden.example", nil, "any", "guest"),
            ("other.example", nil, "any", "guest"),
        ] as [(String, String?, String, String)])
    func finds(_ host: String, _ user: String?, _ name: String, _ password: String) {
        #expect(Netrc(parsing: Self.text).credential(forHost: host, user: user) == .password(user: name, password))
    }

    @Test func keepsOctets() {
        let text = "machine a.example login jos\u{E9} password \"\u{FC} \u{DF}\""
        let file = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        #expect(
            Netrc(parsing: file).credential(forHost: "a.example")
                == .passwordOctets(user: Array("jos".utf8) + [0xE9], [0xFC, 0x20, 0xDF]))
    }

    @Test(
        "A recording keeps the same lengths, and no secret",
        arguments: [
            (
                "machine h login me password S3CRET\n default\n\tlogin you\n\tpassword\t\"two words\"\n",
                "machine h login me password xxxxxx\n default\n\tlogin you\n\tpassword\t\"xxxxxxxxx\"\n"
            ),
            ("machine h login password password password", "machine h login password password xxxxxxxx"), ("", ""),
            ("password", "password"), ("password \"", "password \""),
            ("machine password login a", "machine password login a"),
            ("machine h password \"a b\\\"c\" login x", "machine h password \"xxxxxx\" login x"),
            ("password \"a\npassword b", "password \"x\npassword x"),
            ("machine h login \"password x\" password y", "machine h login \"password x\" password x"),
            ("machine h login \"a password S3", "machine h login \"xxxxxxxxxxxxx"),
            ("machine h account a # is\"S3\nlogin b", "machine h account x #xxxxxx\nlogin b"),
            // A keyword may be quoted, and have escapes.
            ("machine h \"pass\\word\" S3", "machine h \"pass\\word\" xx"),
            ("macdef m\nput \"S3\n\nmachine h password p", "macdef x\nxxx xxx\n\nmachine h password x"),
        ])
    func masked(file: String, masked: String) {
        #expect(String(decoding: Netrc.masked(Array(file.utf8)), as: UTF8.self) == masked)
    }

    @Test func findsNothing() {
        #expect(Netrc(parsing: Self.text).credential(forHost: "a.example", user: "mallory") == nil)
        #expect(Netrc(parsing: Self.text).credential(forHost: "other.example", usesDefault: false) == nil)
        #expect(Netrc(parsing: "").credential(forHost: "a.example") == nil)
        #expect(Netrc(parsing: "machine").credential(forHost: "a.example") == nil)
        // A host is a whole name, not the end or the beginning of one.
        let file = Netrc(parsing: "machine a.example login x password y")
        for host in ["b.a.example", "ba.example", "example", "a.example.org"] {
            #expect(file.credential(forHost: host) == nil, "\(host)")
        }
        #expect(Netrc(parsing: "login x password y").credential(forHost: "a.example") == nil)
        #expect(Netrc(parsing: "machine a.example login \"x").credential(forHost: "a.example") == nil)
        for (text, hasOpenQuotes) in [
            ("login \"x", true), ("login \"", true), ("login \"x\\\"", true), ("login \"x\\", true),
            ("login \"x\" \"", true),
            ("login \"\"", false), ("login x\"", false), ("login \"x\\\\\"", false), ("# \"", false), ("", false),
            ("login \"a\nb\"", true),
            ("login \"a\\\nb\"", true), ("login \"a\\nb\"", false),
        ] {
            #expect((Netrc(parsing: text).fault?.reason == .openQuote) == hasOpenQuotes, "\(text)")
        }
    }
}
