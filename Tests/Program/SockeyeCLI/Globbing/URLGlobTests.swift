import Testing

@testable import SockeyeCLI

@Suite("URL globbing")
struct URLGlobTests {
    private func urls(_ pattern: String) throws -> [String] {
        let glob = try URLGlob(parsing: pattern)
        return (0..<min(glob.count, 1000)).compactMap { glob.match(at: $0)?.url }
    }

    @Test(
        "Lists and ranges expand as in curl, the last one fastest",
        arguments: [
            ("plain", ["plain"]), ("{a,b}", ["a", "b"]), ("x{a,b}y", ["xay", "xby"]), ("{a}", ["a"]),
            ("{a,}", ["a", ""]), ("{,a}", ["", "a"]), ("{a,b}{c,d}", ["ac", "ad", "bc", "bd"]),
            ("[1-3]", ["1", "2", "3"]), ("[1-1]", ["1"]), ("[01-3]", ["01", "02", "03"]),
            ("[09-11]", ["09", "10", "11"]),
            ("[1-10:3]", ["1", "4", "7", "10"]), ("[1-10:9]", ["1", "10"]), ("[0-1]", ["0", "1"]),
            ("[1- 3]", ["1", "2", "3"]), ("[a-c]", ["a", "b", "c"]), ("[a-e:2]", ["a", "c", "e"]), ("[a-a]", ["a"]),
            ("[X-Z]", ["X", "Y", "Z"]), ("\\[a\\]\\{b", ["[a]{b"]), ("\\a", ["\\a"]), ("{a\\,b,c}", ["a,b", "c"]),
            ("{a\\}b,c}", ["a}b", "c"]), ("a[]b[1-2]", ["a[]b1", "a[]b2"]),
            ("http://[::1]:[1-2]/", ["http://[::1]:1/", "http://[::1]:2/"]),
            ("http://[fe80::1%25lo]/", ["http://[fe80::1%25lo]/"]), ("é{ü,ö}", ["éü", "éö"]),
            (
                "[18446744073709551614-18446744073709551615]", ["18446744073709551614", "18446744073709551615"]
            ),
        ]
    )
    func matches(pattern: String, expected: [String]) throws {
        #expect(try urls(pattern) == expected)
    }

    @Test(
        "A malformed pattern is reported with curl's words and position",
        arguments: [
            ("/{a", "unmatched brace", 2), ("/a}", "unmatched close brace/bracket", 3),
            ("/a]", "unmatched close brace/bracket", 3), ("/{}", "empty string within braces", 3),
            ("/{a{b,c}}", "nested brace", 4), ("/{a[1-2]}", "nested brace", 4),
            ("/{a,b]}", "unexpected close bracket", 6),
            ("/[3-1]", "bad range", 7), ("/[1-3", "bad range", 5), ("/[a-]", "bad range", 3), ("/[1-]", "bad range", 5),
            ("/[1]", "bad range", 3), ("/[a-Z]", "bad range", 7), ("/[A-z:30]", "bad range", 10),
            ("/[z-a]", "bad range", 7), ("/[1-3:0]", "bad range", 9), ("/[1-3:9]", "bad range", 9),
            ("/[1-3:x]", "bad range", 7), ("/[1-3:2", "bad range", 7), ("/[a-c:0]", "bad range", 9),
            ("/[a-c:x]", "bad range", 3), ("/[a-c", "bad range", 3), ("/[ab-c]", "bad range", 3),
            ("/[1-c]", "bad range", 5), ("/[a-1]", "bad range", 7), ("/[1-1:2]", "bad range", 9),
            ("/[-1-3]", "bad range specification", 3), ("/[", "bad range specification", 3),
            ("/[1-99999999999999999999]", "bad range", 5),
            ("/[0-9223372036854775807][0-9]", "range overflow", 25), ("/{<n>a,b}[<n>1-2]", "Duplicate glob name", 13),
        ]
    )
    func faults(pattern: String, reason: String, position: Int) {
        #expect(throws: URLGlobError(reason: reason, position: position, pattern: pattern)) {
            try URLGlob(parsing: pattern)
        }
    }

    @Test(
        "The message masks user name and password, with the caret below the error",
        arguments: [
            ("http://u:secret@h/[3-1]", "http://********@h/[3-1]"),
            ("u:secret@h/[3-1]", "********@h/[3-1]"),
            ("http://h/a@b/[3-1]", "http://h/a@b/[3-1]"),
        ])
    func masks(pattern: String, shown: String) throws {
        let error = try #require(throws: URLGlobError.self) { try URLGlob(parsing: pattern) }
        let lines = error.text(as: .sockeye).split(separator: "\n").map(String.init)
        #expect(Array(lines.dropFirst()) == [shown, String(repeating: " ", count: error.position - 1) + "^"])
    }

    @Test(
        "A file's name has no name of a list that isn't there, if there is any",
        arguments: [
            ("h/{<a>x,y}", "f#<b>", 5), ("h/{x,y}", "#1#<b>", 6), ("h/{<a>x,y}", "#<a>#<up>#<", nil),
            ("h/x", "#<b>", nil),
        ] as [(String, String, Int?)])
    func unknownNames(url: String, pattern: String, position: Int?) throws {
        let glob = try URLGlob(parsing: url)
        let result = Result { () throws(URLGlobError) in try glob.check(pattern, and: url == "h/x" ? [] : ["up"]) }
        switch result {
        case .success: #expect(position == nil)
        case .failure(let error): #expect(error.position == position && error.exitCode == .badFunctionArgument)
        }
    }

    @Test("A billion billions take no memory, and each is found at once")
    func large() throws {
        let glob = try URLGlob(parsing: "h/[000000000-999999999]/[a-z]{x,y}[0-9999999]")
        #expect(glob.count == 1_000_000_000 * 26 * 2 * 10_000_000)
        #expect(glob.match(at: 0)?.url == "h/000000000/ax0")
        #expect(glob.match(at: glob.count - 1)?.url == "h/999999999/zy9999999")
        #expect(glob.match(at: glob.count) == nil)
    }

    @Test(
        "#1 is the value of the first list or range",
        arguments: [
            ("f_#1_#2", "f_7_b"), ("#3", "#3"), ("#0", "#0"), ("#x#", "#x#"), ("##1", "#7"), ("#01#1", "77"),
            ("#99999999999999999999", "#99999999999999999999"), ("é#2", "éb"),
        ]
    )
    func names(pattern: String, expected: String) throws {
        let glob = try URLGlob(parsing: "h/[7-8]/{a,b}")
        #expect(glob.match(at: 1)?.name(from: pattern) == expected)
        #expect(URLGlob(verbatim: "h/[7-8]").match(at: 0)?.name(from: pattern) == pattern)
    }

    @Test(
        "#<name> is the value of the list or range of that name",
        arguments: [
            ("h/{<one>a,b}", "#<one>", "h/a", "a"), ("h/[<n>7-8]/{<x9>a,b}", "#<x9>#<n>#1", "h/7/a", "a77"),
            ("h/{<a>x}", "#<b>#<", "h/x", "#<b>#<"), ("h/{<>a,b}", "#<>", "h/<>a", "#<>"),
            ("h/{<a-b>c,d}", "#1", "h/<a-b>c", "<a-b>c"),
            ("h/{<A>x}{<a>y}", "#<a>#<A>", "h/xy", "yx"),
        ]
    )
    func namedParts(pattern: String, name: String, url: String, expected: String) throws {
        let match = try URLGlob(parsing: pattern).match(at: 0)
        #expect(match?.url == url && match?.name(from: name) == expected)
    }

    @Test("A name needs something to name", arguments: ["h/{<a>}", "h/[<a>]", "h/{<a>"])
    func nameAlone(pattern: String) {
        #expect(throws: URLGlobError.self) { try URLGlob(parsing: pattern) }
    }
}
