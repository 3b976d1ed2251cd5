import SockeyeRecording
import Testing

/// What a recording keeps of files and variables with secrets in them: the same lengths, and no secret.
struct MaskedFileTests {
    @Test(arguments: [
        (
            "# Netscape HTTP Cookie File\r\n#HttpOnly_h\tFALSE\t/\tTRUE\t0\tsid\tS3CRET\r\nh\tFALSE\t/\tTRUE\t0\tempty\t\n",
            "# Netscape HTTP Cookie File\r\n#HttpOnly_h\tFALSE\t/\tTRUE\t0\tsid\txxxxxx\r\nh\tFALSE\t/\tTRUE\t0\tempty\t\n"
        ),
        (
            "HTTP/1.1 200 OK\r\nSet-Cookie: sid=S3CRET; Path=/\r\n",
            "HTTP/1.1 200 OK\r\nSet-Cookie: sid=xxxxxx; Path=/\r\n"
        ),
        ("", ""),
    ])
    func cookieFiles(file: String, masked: String) {
        #expect(Secrets.maskedCookieFile(Array(file.utf8)) == Array(masked.utf8))
    }

    @Test func fieldsInFiles() {
        let file = Array("X-Vault-Token: S3\nAccept: */*\nAuthorization : Bearer S3CRET\nhttp://a/".utf8)
        #expect(
            Secrets.maskedFields(file)
                == Array("X-Vault-Token: xx\nAccept: */*\nAuthorization : Bearer xxxxxx\nhttp://a/".utf8))
    }

    @Test(arguments: [
        ("SOCKEYE_PASSPHRASE", true), ("GITHUB_TOKEN", true), ("aws_secret_access_key", true), ("HOME", false),
        ("https_proxy", false),
    ])
    func variables(name: String, isSecret: Bool) {
        #expect(Secrets.isSecret(variable: name) == isSecret)
    }

    @Test(
        "A URL of the command line has no secret before its last @",
        arguments: [
            ("http://us:a\"b@h/p", "http://xx:xxx@h/p"), ("http://us:a b<c@d@h/", "http://xx:xxxxxxx@h/"),
            ("u:p@h", "x:x@h"),
            ("http:///u@h", "http:///x@h"), ("http://h/a:b@c", "http://h/a:b@c"), ("http://h?u:p@q", "http://h?u:p@q"),
            ("http://u@h/?to=http://v:w@k/", "http://x@h/?to=http://x:x@k/"), ("", ""), ("//", "//"), ("h", "h"),
            ("http://u%20x:p@h", "http://x%78x:x@h"), ("http://h/?token=a%20b&q=1", "http://h/?token=x%78x&q=1"),
            ("h/?q=1#access_token=ab", "h/?q=1#access_token=xx"),
        ])
    func urls(url: String, masked: String) {
        #expect(String(decoding: Secrets.maskedURL(Array(url.utf8)), as: UTF8.self) == masked)
    }

    @Test(
        "A user without a password is a token",
        arguments: [
            ("ada:pw", "ada:xx"), ("sk_live:", "xxxxxxx:"), ("tok:x-oauth-basic", "xxx:xxxxxxxxxxxxx"), ("ada", "ada"),
            ("", ""),
        ])
    func users(user: String, masked: String) {
        #expect(String(decoding: Secrets.maskedUser(Array(user.utf8)), as: UTF8.self) == masked)
    }
}
