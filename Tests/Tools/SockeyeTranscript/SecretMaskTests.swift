import SockeyeTranscript
import Testing

struct SecretMaskTests {
    private static let lines: [(line: String, masked: String)] = [
        ("Host: a", "Host: a"),
        ("Authorization: Basic dXNlcg==", "Authorization: Basic ********"),
        ("aUTHORIZATION:Bearer a.b", "aUTHORIZATION:Bearer ***"),
        ("Authorization: token", "Authorization: *****"),
        ("Proxy-Authorization: Digest username=\"a\", x", "Proxy-Authorization: Digest ************* *"),
        ("Cookie: a=1; bc=23;d", "Cookie: a=*; bc=**;*"),
        ("Set-Cookie: id=secret; Path=/; HttpOnly", "Set-Cookie: id=******; Path=/; HttpOnly"),
        ("X-Api-Key: 123", "X-Api-Key: ***"),
        ("Location: http://user:pa:ss@host/a:b@c", "Location: http://****:*****@host/a:b@c"),
        ("Referer: https://host:80/", "Referer: https://host:80/"),
        ("Link: <http://a:b@c>, <http://d:e@f>", "Link: <http://*:*@c>, <http://*:*@f>"),
        ("Referer: https://h/?q=1", "Referer: https://h/?***"), ("Location: /a?b#c", "Location: /a?***"),
        ("X: /?token=ab&q=1", "X: /?token=**&q=1"),
        ("Cookie:", "Cookie:"), ("Cookie: ", "Cookie: "), ("no colon", "no colon"), ("", ""),
    ]

    @Test(arguments: lines, ["\r\n", "\n"]) func line(_ row: (line: String, masked: String), _ end: String) {
        let head = "GET / HTTP/1.1\(end)\(row.line)\(end)\(end)"
        let masked = SecretMask().masked(head: Array(head.utf8))
        #expect(String(decoding: masked, as: UTF8.self) == "GET / HTTP/1.1\(end)\(row.masked)\(end)\(end)")
        #expect(masked.count == head.utf8.count)
    }

    @Test func aFoldedLineToo() {
        let masked = SecretMask().masked(head: Array("Authorization: Basic\r\n dXNl\r\nHost: a\r\n".utf8))
        #expect(String(decoding: masked, as: UTF8.self) == "Authorization: *****\r\n ****\r\nHost: a\r\n")
    }

    /// Cut anywhere, and whatever the bytes are, the length stays.
    @Test func cutAnywhere() {
        let head = Self.lines.map(\.line).joined(separator: "\r\n")
        let bytes = Array(head.utf8) + [0xFF, 0x00, 0x3A, 0x0A, 0x20]
        for count in 0...bytes.count {
            #expect(SecretMask().masked(head: Array(bytes[..<count])).count == count)
        }
    }
}
