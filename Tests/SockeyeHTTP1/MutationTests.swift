import SockeyeHTTP1
import Testing

/// Seeds with a few bytes changed, over and over: nothing may trap, and what is read must survive writing.
@Suite("Mutated input")
struct MutationTests {
    /// A small generator with a fixed start, so that a failure comes again (xorshift, 64 bits).
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    private static let bytes = Array(
        " \t\r\n\0/\\?#@:[].%25eEfFxX0189-+,;=\"'*<>WwHhtpszZ\u{7F}éÅ\u{202E}\u{FEFF}😀".unicodeScalars.map(String.init))

    private static func mutated(_ seed: String, with generator: inout Generator) -> String {
        var scalars = seed.unicodeScalars.map { String($0) }
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let place = Int.random(in: 0...scalars.count, using: &generator)
            let piece = bytes.randomElement(using: &generator) ?? ""
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: scalars.insert(piece, at: place)
            case 1 where place < scalars.count: scalars[place] = piece
            case 2 where place < scalars.count: scalars.remove(at: place)
            default: break
            }
        }
        return scalars.joined()
    }

    @Test(
        "URLs",
        arguments: [
            "http://u:p@h.example:81/a/../b;c?d=e#f", "https://[2001:db8::192.0.2.1]:443/%2e%2E/x", "//1.0x7f.03/",
            "?q", "ws:x",
        ]
    )
    func urls(seed: String) throws {
        var generator = Generator(state: 0x9E37_79B9_7F4A_7C15)
        let base = try HTTPURL("http://u:p@base:8080/a/b?c#d")
        var parsed = 0
        for _ in 0..<20_000 {
            let text = Self.mutated(seed, with: &generator)
            do throws(HTTPURLError) {
                let url = try base.resolving(text)
                parsed += 1
                let isASCII = url.href.utf8.allSatisfy { (0x21...0x7E).contains($0) }
                let again = try HTTPURL(url.href)
                let parts = [url.username, url.password, url.host, url.path, url.query ?? "", url.fragment ?? ""]
                let partsAgain = [
                    again.username, again.password, again.host, again.path, again.query ?? "", again.fragment ?? "",
                ]
                let copy = url.withPath(text).withQuery(text).withFragment(text).withoutCredentials
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

    @Test("Field values")
    func fields() {
        var generator = Generator(state: 0x2545_F491_4F6C_DD1D)
        let seeds = [
            "bytes=0-499,-5", "bytes 0-499/1234", "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994", "text/html; charset=\"utf-8\"; a=b", "W/\"abc\"",
            "attachment; filename=\"../a\"; filename*=UTF-8''%e2%82%ac", "Digest realm=\"a\", qop=b, Negotiate dG9r==",
            "<https://h/>; rel=\"next\"; title*=UTF-8''x, </y>",
        ]
        for _ in 0..<5000 {
            for seed in seeds {
                let text = Self.mutated(seed, with: &generator)
                if let value = RangeField(parsing: text) { #expect(RangeField(parsing: value.description) == value) }
                if let value = ContentRange(parsing: text) {
                    #expect(ContentRange(parsing: value.description) == value)
                }
                if let value = HTTPDate(parsing: text) { #expect(HTTPDate(parsing: value.description) == value) }
                if let value = MediaType(parsing: text) { #expect(MediaType(parsing: value.description) == value) }
                if let value = EntityTag(parsing: text) { #expect(EntityTag(parsing: value.description) == value) }
                if let value = RetryAfter(parsing: text) { #expect(RetryAfter(parsing: value.description) == value) }
                if let name = ContentDisposition(parsing: text)?.sanitizedFileName {
                    #expect(FileName.sanitized(name) == name)
                    #expect(!name.contains("/") && !name.hasPrefix(".") && !name.hasPrefix("-"))
                }
                for challenge in Challenge.list(parsing: text) ?? [] { #expect(!challenge.scheme.isEmpty) }
                for link in LinkField(parsing: text)?.links ?? [] { #expect(!link.target.contains(">")) }
            }
        }
    }
}
