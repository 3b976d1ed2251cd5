import SockeyeFields
import TestSupport
import Testing

/// Field values with a few characters changed: none may trap, and parsed values must survive writing.
@Suite("Mutated field values")
struct FieldMutationTests {
    @Test("Whatever parses is written so that it parses to the same")
    func fields() {
        var generator = SeededGenerator(seed: 0x2545_F491_4F6C_DD1D)
        let seeds = [
            "bytes=0-499,-5", "bytes 0-499/1234", "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994", "text/html; charset=\"utf-8\"; a=b", "W/\"abc\"",
            "attachment; filename=\"../a\"; filename*=UTF-8''%e2%82%ac", "Digest realm=\"a\", qop=b, Negotiate dG9r==",
            "<https://h/>; rel=\"next\"; title*=UTF-8''x, </y>",
        ]
        for _ in 0..<5000 {
            for seed in seeds {
                let text = mutated(seed, with: &generator)
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
