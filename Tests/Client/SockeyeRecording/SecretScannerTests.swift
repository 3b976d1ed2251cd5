import SockeyeRecording
import Testing

/// The one search for secrets: what of a head is one.
struct SecretScannerTests {
    /// Lines of a head, with `‹ ›` around the secrets.
    private static let lines = [
        "Host: a", "", "no colon", "Cookie:", "Cookie: ", "Authorization: ",
        "Authorization: Basic ‹dXNlcg==›", "aUTHORIZATION:Bearer ‹a.b›", "Authorization: ‹s3cret›",
        "Authorization: ‹bas›", "Authorization: ‹token›", "Authorization: ‹Basic›", "Authorization: ‹Foo› ‹bar›",
        "Authorization : Basic ‹dTpw›", "Proxy-Authorization: Digest ‹a=\"b\",› ‹c›",
        "Cookie: a=‹1›; bc=‹23›; =‹4›", "Cookie: ‹TOKEN›", "Cookie: a=‹b›;‹TOKEN›; c=‹d=e›", "Cookie2: a=‹b›",
        "Set-Cookie: id=‹secret›; Path=/; HttpOnly", "Set-Cookie: ‹TOKEN›; Path=/a=b", "Set-Cookie: ‹TOKEN›",
        "Set-Cookie: =‹v›; Secure", "X-Api-Key: ‹1› ‹2›", "x-vault-token:‹k3y›",
        "Location: http://‹user›:‹pa:ss›@host/a:b@c", "Location: //‹u›@h", "Location: http:\\\\‹u›:‹p›@h/",
        "Location: http:///‹u›:‹p›@h", "Location: http://‹u›@‹v›@h/", "Location: http://h/?u:p@q",
        "Referer: https://h:80/", "Location: http://‹u›:‹a\"b<c›@h/",
        "X-Token: ‹a›", "X-Shopify-Access-Token: ‹a›", "X-Auth-Key: ‹a›", "Ocp-Apim-Subscription-Key: ‹a›",
        "Idempotency-Key: a", "Sec-WebSocket-Key: a", "X-Tokens: a",
        "X-Company-Internal-Service-Mesh-Downstream-Authentication-Session-Token: ‹secret›",
        "X-Token-Of-A-Company-Internal-Service-Mesh-Downstream-Authentication-Session: ‹a›",
        " Authorization: Basic ‹a›", "\tCookie: a=‹b›", "\"X-Auth\": ‹a›", "X-Authority: a",
        "Referer: http://h/p?‹q=secret&r›", "Referer: http://h/#‹access_token=s›", "Location: /p?q=open&code",
        "Location: http://h/cb?a=1&access_token=‹s\"<c›&b=2#id_token=‹t›", "Location: /?%74oken=‹a?b;c›",
        "Link: <http://h/?key=‹k›>; rel=next, <http://h/?page=1&X-Amz-Signature=‹a%20b›>",
        "Location: http://h/?next=http://‹u›:‹p›@k/&sig=‹x//y:z@w›",
        "Location: http://‹bob›:‹pass/word›@h/", "Location: http://h:80/a@b", "Location: http://h:80/a:b@c",
        "Location: http://h:/a@b", "Location: http://[::1]:80/a@b", "Location: http://u:p/q?r@h",
        "Link: <http://‹a›:‹b›@c>, <http://‹d›:‹e,f›@g>", "a//‹b›:‹c›@d", "X: http://h", "X: //",
    ]

    private static func marks(_ text: String) -> (text: [UInt8], secrets: [Range<Int>]) {
        var (bytes, secrets, start): ([UInt8], [Range<Int>], Int) = ([], [], 0)
        for character in text {
            switch character {
            case "‹": start = bytes.count
            case "›": secrets.append(start..<bytes.count)
            default: bytes += String(character).utf8
            }
        }
        return (bytes, secrets)
    }

    /// Secrets without the spaces in them, one after another.
    private static func octets(_ secrets: [SecretScanner.Secret], _ bytes: [UInt8]) -> [Int] {
        secrets.flatMap(\.range).filter { bytes[$0] != 0x20 && bytes[$0] != 0x09 }
    }

    @Test("However a head is cut, the same octets of it are secrets", arguments: lines, ["\r\n", "\n"])
    func line(_ line: String, _ end: String) {
        let (bytes, secrets) = Self.marks("GET / HTTP/1.1\(end)\(line)\(end)\(line.isEmpty ? "" : end)//u:p@body")
        for length in [1, 2, 3, 7, bytes.count] {
            var scanner = SecretScanner(.head(isResponse: false))
            var found: [SecretScanner.Secret] = []
            for start in stride(from: 0, to: bytes.count, by: length) {
                let count = found.count
                let known = scanner.known
                found += scanner.scan(Array(bytes[start..<min(start + length, bytes.count)]))
                // What was known before stays.
                #expect(
                    found[count...].allSatisfy { $0.range.lowerBound >= known && $0.range.upperBound <= scanner.known })
            }
            #expect(Self.octets(found, bytes) == secrets.flatMap { Array($0) }, "\(length) at a time")
        }
    }

    @Test(
        "Where nothing has to follow it, the whole query of Location is a secret too",
        arguments: [
            "Location: /p?‹q=secret›", "Content-Location: http://h/p#‹f›", "Referer: /?‹a›", "Link: </p?q=open>",
            "Location: http://h/",
        ])
    func locations(_ line: String) {
        let (bytes, secrets) = Self.marks(line)
        let found = SecretScanner.secrets(in: .fields, bytes, hidesLocations: true)
        #expect(Self.octets(found, bytes) == secrets.flatMap { Array($0) })
    }

    @Test func theRequestLineHasSecretsToo() {
        let (bytes, secrets) = Self.marks("GET /p?api_key=‹k›&page=2 HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(
            Self.octets(SecretScanner.secrets(in: .head(isResponse: false), bytes), bytes)
                == secrets.flatMap { Array($0) })
    }

    @Test(
        "A fold, an interim head, trailers and what follows them",
        arguments: [
            "HTTP/1.1 200 OK\r\nSet-Cookie: a=‹b›\r\n ‹c›; d\r\n\r\nCookie: ‹no secret here›".replacing(
                "‹no secret here›", with: "x"),
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nSet-Cookie: a=‹b›\r\n\r\nSet-Cookie: a=b",
            "HTTP/1.1 101 Switching\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nSet-Cookie: a=b\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip,\r\n CHUNKED \r\n\r\n"
                + "3;x=y\r\na:b\r\n0\r\nSet-Cookie: a=‹b›\r\nX-Api-Key: ‹k›\r\n\r\nSet-Cookie: a=b\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n0\r\nSet-Cookie: a=‹b›\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\nSet-Cookie: a=b\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n0\r\nSet-Cookie: a=b\r\n",
        ])
    func bodies(_ text: String) {
        let (bytes, secrets) = Self.marks(text)
        for length in [1, 4, bytes.count] {
            var scanner = SecretScanner(.head(isResponse: true))
            var found: [SecretScanner.Secret] = []
            for start in stride(from: 0, to: bytes.count, by: length) {
                found += scanner.scan(Array(bytes[start..<min(start + length, bytes.count)]))
            }
            #expect(Self.octets(found, bytes) == secrets.flatMap { Array($0) }, "\(length) at a time: \(found)")
        }
    }

    @Test(
        "What is open counts as a secret if something else comes, and at the end by what it is",
        arguments: [
            ("Cookie: tok", true, true), ("Authorization: Bas", true, true), ("Location: http://host", true, false),
            ("Host: a", false, false), ("Cookie: a=b", false, false),
        ])
    func cut(text: String, whenCut: Bool, atEnd: Bool) {
        for isEnd in [false, true] {
            var scanner = SecretScanner(.fields)
            let bytes = Array(text.utf8)
            _ = scanner.scan(bytes)
            #expect((scanner.known < bytes.count) == (whenCut || atEnd))
            #expect(scanner.settle(isEnd: isEnd).isEmpty == !(isEnd ? atEnd : whenCut))
            #expect(scanner.known == bytes.count)
        }
    }
}
