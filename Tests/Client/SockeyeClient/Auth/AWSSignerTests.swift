import HTTPTypes
@testable import SockeyeClient
import SockeyeFields
import SockeyeHTTP1
import Testing

/// AWS Signature Version 4 against the published test suite (`aws-sig-v4-test-suite`), which uses this key, date and
/// host.
struct AWSSignerTests {
    private static let secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
    private static let now = HTTPDate(clamping: 1_440_938_160)
    private static let token = """
        AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YU\
        uwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8Y\
        QcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICC\
        R/oLxBA==
        """

    /// One case: the signed request and the expected result.
    struct Case: Sendable {
        var name: String
        var method = "GET"
        var target = "/"
        var fields: [(String, String)] = []
        var body = ""
        var token: String?
        var service = "service"
        var signed = "host;x-amz-date"
        var signature: String
    }

    private static let cases: [Case] = [
        Case(name: "get-vanilla", signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        Case(
            name: "get-vanilla-query-order-key-case", target: "/?Param2=value2&Param1=value1",
            signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
        Case(
            name: "get-vanilla-query-order-value", target: "/?Param1=value2&Param1=Value1",
            signature: "eedbc4e291e521cf13422ffca22be7d2eb8146eecf653089df300a15b2382bd1"),
        Case(
            name: "post-vanilla", method: "POST",
            signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
        Case(
            name: "post-x-www-form-urlencoded", method: "POST",
            fields: [("Content-Type", "application/x-www-form-urlencoded")], body: "Param1=value1",
            signed: "content-type;host;x-amz-date",
            signature: "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"),
        Case(
            name: "get-header-value-trim", fields: [("My-Header1", " value1"), ("My-Header2", " \"a   b   c\"")],
            signed: "host;my-header1;my-header2;x-amz-date",
            signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"),
        Case(
            name: "get-slashes", target: "//example//",
            signature: "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84"),
        Case(
            name: "get-relative-relative", target: "/example1/example2/../..",
            signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        Case(
            name: "what is encoded is encoded again", target: "/example%20space/",
            signature: "446b817944c553435b35e813c261ff4e161fff982d1bacdef1c87f6785dd1662"),
        Case(
            name: "post-sts-header-before", method: "POST", token: token,
            signed: "host;x-amz-date;x-amz-security-token",
            signature: "85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead"),
        Case(
            name: "storage takes the path as it is meant", target: "/a%20b/c%21d", service: "s3",
            signed: "host;x-amz-content-sha256;x-amz-date",
            signature: "88181479a4a0ecab62e3a3ee44df1b812d4d981e2b60e199b49f52a699aebccc"),
        Case(
            name: "the same, written otherwise", target: "/a%20b/c!d", service: "s3",
            signed: "host;x-amz-content-sha256;x-amz-date",
            signature: "88181479a4a0ecab62e3a3ee44df1b812d4d981e2b60e199b49f52a699aebccc"),
    ]

    private static func signer(_ test: Case) throws -> AWSSigner {
        var fields = HTTPFields()
        for (name, value) in test.fields { fields.append(try HTTPField(checkedName: name, value: value)) }
        return AWSSigner(
            signature: AWSSignature(region: "us-east-1", service: test.service, sessionToken: test.token),
            accessKey: "AKIDEXAMPLE", secretKey: secret, method: test.method, authority: "example.amazonaws.com",
            host: "example.amazonaws.com", target: test.target, fields: fields, body: Array(test.body.utf8), now: now)
    }

    /// Octets that aren't UTF-8 are signed as sent, not as U+FFFD.
    @Test func octets() throws {
        func signature(_ octets: [UInt8]) throws -> String? {
            var fields = HTTPFields()
            fields.append(try HTTPField(checkedName: "X-Name", octets: octets))
            let signer = AWSSigner(
                signature: AWSSignature(region: "us-east-1", service: "service"), accessKey: "AKIDEXAMPLE",
                secretKey: Self.secret,
                method: "GET", authority: "example.amazonaws.com", host: "example.amazonaws.com", target: "/",
                fields: fields, body: [], now: Self.now)
            return try signer.signingFields().first?.value
        }
        #expect(try signature([0xE9]) != signature([0xEA]))
        #expect(try signature([0xE9]) != signature(Array("\u{FFFD}".utf8)))
        #expect(try signature([0x20, 0xE9, 0x20, 0x20, 0x61]) == signature([0xE9, 0x20, 0x61]))
    }

    @Test(arguments: cases.indices)
    func published(_ index: Int) throws {
        let test = Self.cases[index]
        let fields = try Self.signer(test).signingFields()
        #expect(
            fields.first?.value
                == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/\(test.service)/aws4_request, "
                + "SignedHeaders=\(test.signed), Signature=\(test.signature)", "\(test.name)")
        #expect(fields[1].name == "X-Amz-Date" && fields[1].value == "20150830T123600Z")
    }

    @Test func aGivenDateIsUsed() throws {
        let test = Case(name: "", fields: [("X-Amz-Date", "20150830T123600Z")], signature: "")
        var signer = try Self.signer(test)
        signer.now = HTTPDate(clamping: 0)
        let fields = try signer.signingFields()
        #expect(fields.count == 1)
        #expect(fields[0].value.hasSuffix(Self.cases[0].signature))
    }

    @Test func partsComeFromTheHost() throws {
        var signer = try Self.signer(Self.cases[0])
        signer.signature = AWSSignature(parsing: "goog")
        signer.host = "storage.eu.example.com"
        let value = try #require(try signer.signingFields().first?.value)
        #expect(value.hasPrefix("GOOG4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/eu/storage/goog4_request, "))
        #expect(value.contains("SignedHeaders=host;x-goog-date,"))
        signer.host = "storage.eu"
        #expect(throws: AWSSignatureError.missingRegion(host: "storage.eu")) { try signer.signingFields() }
        signer.host = "storage"
        #expect(throws: AWSSignatureError.missingService(host: "storage")) { try signer.signingFields() }
        signer.signature = AWSSignature(parsing: ":amz")
        #expect(throws: AWSSignatureError.missingProvider) { try signer.signingFields() }
    }

    @Test func aStreamIsSignedWhereThatIsPossible() throws {
        var signer = try Self.signer(Self.cases[0])
        signer.body = nil
        #expect(throws: AWSSignatureError.unknownBody) { try signer.signingFields() }
        signer.signature.service = "s3"
        #expect(try signer.signingFields().last?.value == "UNSIGNED-PAYLOAD")
        signer.signature.service = "service"
        signer.fields.append(try HTTPField(checkedName: "X-Amz-Content-SHA256", value: "abc"))
        #expect(try signer.signingFields()[0].value.contains("SignedHeaders=host;x-amz-content-sha256;x-amz-date"))
    }

    @Test(arguments: [
        ("aws", AWSSignature(provider: "aws", fieldProvider: "aws")), ("aws:amz", AWSSignature()),
        ("aws:amz:r", AWSSignature(region: "r")), ("aws:amz:r:s", AWSSignature(region: "r", service: "s")),
        ("aws:amz:r:s:t", AWSSignature(region: "r", service: "s:t")),
        ("aws::r:s", AWSSignature(provider: "aws", fieldProvider: "aws")),
        ("osc", AWSSignature(provider: "osc", fieldProvider: "osc")),
    ])
    func parses(_ text: String, _ expected: AWSSignature) {
        #expect(AWSSignature(parsing: text) == expected)
    }
}
