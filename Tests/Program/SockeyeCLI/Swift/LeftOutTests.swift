import Testing

@testable import SockeyeCLI

struct LeftOutTests {
    @Test("Every option that is said to be carried out, or to mean nothing to a program, is one")
    func names() {
        let known = Set(OptionTable.standard.rows.map(\.shownName))
        #expect(SwiftProgram.expressed.subtracting(known).isEmpty)
        #expect(SwiftProgram.idle.subtracting(known).isEmpty)
        #expect(SwiftProgram.expressed.isDisjoint(with: SwiftProgram.idle))
    }

    @Test(
        "Any other is named, if it was given last",
        arguments: [
            (["--proto", "=https"], "// Left out: --proto"), (["--no-alpn"], "// Left out: --no-alpn"),
            (["--raw"], "// Left out: --raw"), (["-v", "--no-verbose"], nil), (["-L", "-s", "-o", "f"], nil),
            (["-q", "--alpn"], nil),
            (["--proxy-digest", "--crlfile", "f"], "// Left out: --crlfile, --proxy-digest"),
        ] as [([String], String?)])
    func leftOut(words: [String], note: String?) throws {
        #expect(SwiftProgram.leftOut(of: try parse(words + ["a"])) == (note.map { [$0] } ?? []))
    }
}
