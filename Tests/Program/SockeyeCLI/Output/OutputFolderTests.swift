import Testing

@testable import SockeyeCLI

@Suite("The folder of outputs")
struct OutputFolderTests {
    @Test(
        "A path is made normal by its text",
        arguments: [
            ("a", "a"), ("a/b", "a/b"), ("/a/b", "/a/b"), ("/", "/"), ("", ""), ("a/", "a"), ("/a/", "/a"),
            ("a//b", "a/b"), ("//a", "/a"), ("./a", "a"), ("a/.", "a"), ("a/./b", "a/b"), (".", ""),
            ("a/../b", "b"), ("../a", "../a"), ("../../a", "../../a"), ("a/../../b", "../b"), ("/a/..", "/"),
            (".a", ".a"), ("a/.b", "a/.b"), ("a/..b", "a/..b"), ("a.b/c.", "a.b/c."), ("å/b", "å/b"), ("å/./b", "å/b"),
        ])
    func normalizesPath(path: String, expected: String) {
        #expect(OutputFolder.normalized(path) == expected)
    }
}
