import SockeyeFields
import Testing

@Suite("Cache-Control")
struct CacheControlTests {
    private func read(_ text: String) -> CacheControl { CacheControl(values: [Array(text.utf8)]) }

    @Test(
        "A quote without its partner separates nothing and hides nothing",
        arguments: [
            ("max-age=60", 60, false), ("x \"a, no-store\", max-age=60", 60, false),
            ("x \"a, no-store", nil, true), ("x \"\\\", no-store", nil, true),
            ("x \"\\\", \\\"max-age=5\", max-age=60", 60, false), ("x=\"a, no-store, max-age=60", 60, true),
            ("x=\"\\\", no-store=\\\", max-age=60", 60, true), ("x \"\u{1}\", no-store\", max-age=60", 60, false),
            ("\"\\\"\u{1}\"a, no-store\", max-age=60", 60, false), ("max-age=\"60", 0, false),
            ("max-age=\"60\"", 60, false), ("max-age=60 \"", 0, false),
        ] as [(String, Int64?, Bool)])
    func quotes(text: String, maxAge: Int64?, noStore: Bool) {
        #expect(read(text).maxAge == maxAge)
        #expect(read(text).noStore == noStore)
    }

    /// Searched anew from each quote, this would take hours.
    @Test("Many quotes without partners are read once", arguments: ["\\\"", "\\\",", "\\\",a=\\\""])
    func manyQuotes(piece: String) {
        let control = read("x \"" + String(repeating: piece, count: 200_000) + ", max-age=60")
        #expect(control.maxAge == 60)
    }
}
