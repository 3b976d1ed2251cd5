import Testing

@testable import SockeyeCLI

/// The URLs of `--url @list` beside other options.
struct ListedURLTests {
    @Test(
        "A URL of a list takes the upload and the output that wait for one",
        arguments: [
            (["-T", "f", "--url", "@list"], ["f:a:NAME", ":b:NAME"]),
            (["-T", "f", "-T", "g", "--url", "@list"], ["f:a:NAME", "g:b:NAME"]),
            (["--url", "@list", "-T", "f"], ["f:a:NAME", ":b:NAME"]),
            (["-o", "x", "--url", "@list"], [":a:x", ":b:NAME"]),
            (["--url", "@list", "-o", "x"], [":a:x", ":b:NAME"]),
            (["-o", "x", "-T", "f", "--url", "@list", "-o", "y"], ["f:a:x", ":b:y"]),
            (["-o", "x", "c", "-T", "f", "--url", "@list"], ["f:c:x", ":a:NAME", ":b:NAME"]),
            (["-O", "--url", "@list", "c"], [":a:NAME", ":b:NAME", ":c:"]),
            (["--url", "@list"], [":a:NAME", ":b:NAME"]),
            (["--url", "@list", "-o", "x", "-o", "y", "c", "-o", "z"], [":a:x", ":b:y", ":c:z"]),
        ])
    func lists(words: [String], expected: [String]) throws {
        let transfer = try parse(words, files: ["list": "# mine\n a \nb\r\n"]).transfer
        let targets = transfer.targets.map { target in
            let upload = if case .file(let name)? = target.upload { name } else { "" }
            let output =
                switch target.output {
                case .file(let name): name
                case .remoteName: "NAME"
                default: ""
                }
            return "\(upload):\(target.url ?? ""):\(output)"
        }
        #expect(targets == expected)
        #expect(transfer.targets.filter(\.isVerbatim).map(\.url) == ["a", "b"])
    }
}
