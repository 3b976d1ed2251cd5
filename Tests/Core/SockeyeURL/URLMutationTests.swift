import TestSupport
import Testing

@testable import SockeyeURL

/// URLs with a few characters changed: none may trap, and the result must parse to itself.
@Suite("Mutated URLs")
struct URLMutationTests {
    @Test(
        "Whatever parses is ASCII, parses to itself and keeps its host in copies",
        arguments: [
            "http://u:p@h.example:81/a/../b;c?d=e#f", "https://[2001:db8::192.0.2.1]:443/%2e%2E/x", "//1.0x7f.03/",
            "?q", "ws:x",
        ]
    )
    func urls(seed: String) throws {
        var generator = SeededGenerator(seed: 0x9E37_79B9_7F4A_7C15)
        let base = try HTTPURL("http://u:p@base:8080/a/b?c#d")
        var parsed = 0
        for _ in 0..<20_000 {
            let text = mutated(seed, with: &generator)
            do throws(HTTPURLError) {
                let url = try base.resolving(text)
                parsed += 1
                let isASCII = url.href.utf8.allSatisfy { (0x21...0x7E).contains($0) }
                let again = try HTTPURL(url.href)
                let parts = [url.username, url.password, url.host, url.path, url.query ?? "", url.fragment ?? ""]
                let partsAgain = [
                    again.username, again.password, again.host, again.path, again.query ?? "", again.fragment ?? "",
                ]
                let copy = url.withQuery(text).withFragment(text).withoutCredentials
                let copyAgain = try HTTPURL(copy.href)
                guard isASCII, again == url, parts == partsAgain, copyAgain == copy, copy.host == url.host,
                    copy.authority == url.authority, copy.hasSameOrigin(as: url)
                else {
                    Issue.record("\(text.debugDescription) came to \(url) and \(copy)")
                    return
                }
            } catch {
                #expect((0...text.utf8.count).contains(error.offset))
                #expect(!error.description.unicodeScalars.contains(where: SafeText.isDisruptive))
            }
        }
        #expect(parsed > 1000)
    }
}
