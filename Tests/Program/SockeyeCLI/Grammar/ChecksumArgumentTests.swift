import Sockeye
import Testing

@testable import SockeyeCLI

struct ChecksumArgumentTests {
    private static let (first, second) = (String(repeating: "0", count: 64), String(repeating: "1", count: 64))

    @Test(
        "A checksum file's line is found by the name, and by the folders where several files have it",
        arguments: [
            ("b/x", "1"), ("a/x", "0"), ("./b/x", "1"), ("/home/b/x", "1"), ("x", nil), ("c/x", nil), ("y", "1"),
            ("sub/y", "1"), ("z", nil),
        ] as [(String, String?)])
    func found(path: String, digit: String?) {
        let text = "\(Self.first)  a/x\n\(Self.second) *./b/x\n\(Self.second)  y\n"
        let argument = ChecksumArgument.list(ChecksumArgument.lines(in: text))
        let expected = digit.map { Checksum("sha256:" + String(repeating: $0, count: 64)) } ?? nil
        #expect(argument.checksum(for: path) == expected)
    }

    @Test(
        "Of the digests of one file the strongest is taken; two of one algorithm are none",
        arguments: [
            (["MD5 (x) = \(String(repeating: "2", count: 32))", "SHA256 (x) = \(first)", "SHA1 (y) = 00"], "0"),
            (["\(second)  x", "\(String(repeating: "2", count: 32))  x"], "1"),
            (
                ["SHA256 (x) = \(first)", "SHA256 (x) = \(second)", "MD5 (x) = \(String(repeating: "2", count: 32))"],
                nil
            ),
            (["SHA256 (a/x) = \(first)", "MD5 (b/x) = \(String(repeating: "2", count: 32))"], nil),
            (["BLAKE2b (x) = 0011", "SHA256 (x) = \(second)"], "1"),
        ] as [([String], String?)])
    func several(_ lines: [String], _ digit: String?) {
        let argument = ChecksumArgument.list(ChecksumArgument.lines(in: lines.joined(separator: "\n")))
        let expected = digit.map { Checksum("sha256:" + String(repeating: $0, count: 64)) } ?? nil
        #expect(argument.checksum(for: "x") == expected)
    }

    @Test("A single line is for any file")
    func single() {
        let argument = ChecksumArgument.list(ChecksumArgument.lines(in: "\(Self.first)  a/x\n"))
        #expect(argument.checksum(for: "other") != nil && argument.checksum(for: "") != nil)
    }

    @Test(
        "The only line that can be read is for its own file",
        arguments: [
            ("0123  other\n", false), ("a word\n", false), ("\\\(first)  b\\x\n", false),
            ("# a comment\n\n  \r\n", true),
        ])
    func unreadLines(_ others: String, _ isForAny: Bool) {
        let argument = ChecksumArgument.list(ChecksumArgument.lines(in: "\(others)\(Self.first)  a/x\n"))
        #expect(argument.checksum(for: "a/x") != nil && (argument.checksum(for: "other") != nil) == isForAny)
    }

    @Test(
        "Names behind a backslash are written as GNU writes them",
        arguments: [
            ("\\\(first)  a\\nb", "a\nb"), ("\\\(first) *a\\\\b\\rc", "a\\b\rc"),
            ("\\SHA256 (a\\nb) = \(first)", "a\nb"), ("\(first)  a\\nb", "a\\nb"),
            ("\\\(first)  a\\", nil), ("\\\(first)  a\\tb", nil),
        ] as [(String, String?)])
    func escapedNames(_ line: String, _ name: String?) {
        #expect(ChecksumArgument.lines(in: line + "\n").map { $0?.name } == [name])
    }
}
