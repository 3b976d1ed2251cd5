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

    @Test("A single line is for any file")
    func single() {
        let argument = ChecksumArgument.list(ChecksumArgument.lines(in: "\(Self.first)  a/x\n"))
        #expect(argument.checksum(for: "other") != nil && argument.checksum(for: "") != nil)
    }
}
