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

    /// A list that names no fields, or something else, restricts the whole response (RFC 9111 section 5.2.2.4).
    @Test(
        "no-cache with a list of fields",
        arguments: [
            ("no-cache", true, []), (#"no-cache="""#, true, []), (#"no-cache=",""#, true, []),
            ("no-cache=\" ,\t\"", true, []), (#"no-cache="a b""#, true, []), (#"no-cache="a, b;c""#, true, []),
            ("no-cache=\"\u{E9}\"", true, []), (#"no-cache="A, b""#, false, ["a", "b"]),
            ("no-cache=\",a,, B\t,\"", false, ["a", "b"]), ("no-cache=a", false, ["a"]),
            (#"no-cache="a", no-cache="""#, true, ["a"]), (#"private="""#, false, []),
        ] as [(String, Bool, [String])])
    func noCacheFields(text: String, noCache: Bool, fields: [String]) {
        #expect(read(text).noCache == noCache)
        #expect(read(text).noCacheFields == fields)
        #expect(read(text).isPrivate == text.hasPrefix("private"))
    }

    /// Searched anew from each quote, this would take hours.
    @Test("Many quotes without partners are read once", arguments: ["\\\"", "\\\",", "\\\",a=\\\""])
    func manyQuotes(piece: String) {
        let control = read("x \"" + String(repeating: piece, count: 200_000) + ", max-age=60")
        #expect(control.maxAge == 60)
    }
}
