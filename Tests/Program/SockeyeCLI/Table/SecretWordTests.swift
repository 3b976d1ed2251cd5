import Testing

@testable import SockeyeCLI

/// What is wiped from the process's list of arguments.
@Suite("Secret words")
struct SecretWordTests {
    @Test(
        "Each secret is wiped, whatever stands before it",
        arguments: [
            ("-u me:secret URL", "-u * URL"), ("--user me:secret", "--user *"), ("-sSume:secret URL", "-sSu* URL"),
            ("--user=me:secret URL", "--user=* URL"), ("--expand-user=me:secret", "--expand-user=*"),
            ("--output=/dev/null -u me:secret URL", "--output=/dev/null -u * URL"),
            ("--silent=x -u me:secret", "--silent=x -u *"), ("--unknown -u me:secret", "--unknown -u *"),
            ("--out=f --proxy-user me:secret", "--out=f --proxy-user *"), ("-~ -U me:secret", "-~ -U *"),
            ("--output -u -u me:secret", "--output -u -u *"), ("-d -u me:secret", "-d -u me:secret"),
            ("--oauth2-bearer=a=b --pass b -E c:d", "--oauth2-bearer=* --pass * -E *"),
            ("--proxy-pass b --proxy-cert c:d", "--proxy-pass * --proxy-cert *"),
            ("--variable a=b --cert=c:d -E e:f", "--variable * --cert=* -E *"),
            ("-u -- -u me:secret", "-u * -u *"), ("-- -u me:secret", "-- -u me:secret"), ("- -u me", "- -u *"),
            ("--user=", "--user="), ("--inspect 0 --inspect-user a:b", "--inspect 0 --inspect-user *"),
            ("--no-user=x", "--no-user=x"), ("-H u:v -X -u URL", "-H u:v -X -u URL"),
        ])
    func wiped(_ line: String, _ expected: String) {
        var words = SecretWords()
        let shown = line.split(separator: " ").map { word in
            guard let offset = words.secret(in: String(word)), offset < word.utf8.count else { return String(word) }
            return String(word.prefix(offset)) + "*"
        }
        #expect(shown.joined(separator: " ") == expected)
    }
}
