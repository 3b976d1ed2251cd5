import Testing

import LeanTextSearch

/// The plain functions give what the standard library's documentation promises.
@Suite struct LeanTextSearchTests {
    @Test(
        arguments: [
            ("a; b; c", true, ["a", "b", "c"]), ("; a; ; b; ", true, ["a", "b"]),
            ("; a; ; b; ", false, ["", "a", "", "b", ""]),
            ("", true, []), ("", false, [""]), ("a;b", false, ["a;b"]), ("a; ", false, ["a", ""]),
        ] as [(String, Bool, [String])])
    func splits(text: String, omitsEmpty: Bool, parts: [String]) {
        let found = text.leanSplit(separator: "; ", maxSplits: .max, omittingEmptySubsequences: omitsEmpty)
        #expect(found.map(String.init) == parts)
    }

    @Test func splitsNoMoreThanAsked() {
        let found = "a--b--c".leanSplit(separator: "--", maxSplits: 1, omittingEmptySubsequences: true)
        #expect(found.map(String.init) == ["a", "b--c"])
    }

    @Test(arguments: [
        ("http://x", "://", "http", "x"), ("aaab", "ab", "aa", ""), ("e\u{301}x", "x", "e\u{301}", ""),
    ])
    func findsTheFirst(text: String, other: String, before: String, after: String) throws {
        let range = try #require(text.leanFirstRange(of: other))
        #expect(text[..<range.lowerBound] == before)
        #expect(text[range.upperBound...] == after)
    }

    @Test func findsAllWithoutOverlap() {
        #expect("aaaa".leanRanges(of: "aa").count == 2)
        #expect("abc".leanRanges(of: "d").isEmpty)
        #expect("abc".leanFirstRange(of: "cd") == nil)
    }

    @Test(arguments: [("it's", "'", "\\'", "it\\'s"), ("aaa", "aa", "b", "ba"), ("abc", "x", "y", "abc")])
    func replaces(text: String, other: String, new: String, result: String) {
        #expect(text.leanReplacing(other, with: new, maxReplacements: .max) == result)
    }

    @Test(arguments: [("abc", "bc", true), ("abc", "", true), ("abc", "cb", false), ("", "a", false)])
    func contains(text: String, other: String, isThere: Bool) {
        #expect(text.leanContains(other) == isThere)
    }
}
