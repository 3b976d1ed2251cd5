import SockeyeFields
import Testing

@Suite("Challenges")
struct ChallengeTests {
    /// A challenge as `scheme[token68]{name=value|…}`, to keep the table readable.
    private static func shown(_ challenges: [Challenge]?) -> [String]? {
        challenges?.map { challenge in
            let parameters = challenge.parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
            return "\(challenge.scheme)[\(challenge.token68 ?? "")]{\(parameters)}"
        }
    }

    @Test(
        "Several challenges in one field",
        arguments: [
            ("Basic realm=\"x\"", ["basic[]{realm=x}"]),
            ("Basic realm=x, charset=\"UTF-8\"", ["basic[]{realm=x|charset=UTF-8}"]),
            ("Basic Realm = \"a \\\"b\\\", c\"", ["basic[]{realm=a \"b\", c}"]),
            ("Negotiate", ["negotiate[]{}"]),
            ("Negotiate YII+/x==", ["negotiate[YII+/x==]{}"]),
            ("Negotiate, NTLM ,Basic realm=x", ["negotiate[]{}", "ntlm[]{}", "basic[]{realm=x}"]),
            (
                "Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\", Basic realm=\"simple\"",
                ["newauth[]{realm=apps|type=1|title=Login to \"apps\"}", "basic[]{realm=simple}"]
            ),
            (
                "Digest realm=a, nonce=\"b,c\",qop=\"auth, auth-int\", Negotiate dG9r, Bearer",
                ["digest[]{realm=a|nonce=b,c|qop=auth, auth-int}", "negotiate[dG9r]{}", "bearer[]{}"]
            ),
            (", ,Basic realm=x,, , NTLM,", ["basic[]{realm=x}", "ntlm[]{}"]),
            ("Digest , realm=a", ["digest[]{realm=a}"]),
            ("Basic   realm=x", ["basic[]{realm=x}"]),
            ("Basic ", ["basic[]{}"]),
            ("Basic realm=\"\"", ["basic[]{realm=}"]),
            // The grammar allows no other interpretation.
            ("Basic realm=", ["basic[realm=]{}"]),
        ]
    )
    func list(text: String, expected: [String]) {
        #expect(Self.shown(Challenge.list(parsing: text)) == expected)
    }

    @Test(
        "A malformed field is refused whole",
        arguments: [
            "", ",", "=", "Basic realm=\"x", "Basic realm=x y", "Basic realm=\"x\"y", "Basic a, b=c",
            "Basic realm=x, realm=y",
            "Basic realm=x Realm=y", "\"Basic\"", "Basic/realm", "realm=x", "Basic realm=x, =y", "Basic realm=x;a=b",
            "Basic realm=\"a\nb\"",
        ]
    )
    func malformed(text: String) {
        #expect(Challenge.list(parsing: text) == nil)
    }

    @Test("Names of parameters are case-insensitive")
    func names() throws {
        let challenge = try #require(Challenge.list(parsing: "Digest REALM=A, Qop=auth")?.first)
        #expect(challenge.realm == "A")
        #expect(challenge["QOP"] == "auth")
        #expect(challenge["nonce"] == nil)
    }
}
