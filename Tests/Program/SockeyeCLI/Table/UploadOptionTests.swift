import Testing

@testable import SockeyeCLI

/// The arguments of `-F` and `-T`.
struct UploadOptionTests {
    private static func tree(_ arguments: [String], isLiteral: Bool = false) throws(OptionFault) -> FormTree {
        var tree = FormTree()
        for text in arguments {
            var argument = FormArgument(value(text, files: ["f": "(f)", "-": "(-)"]))
            try argument.add(to: &tree, isLiteral: isLiteral)
        }
        return tree
    }

    private static func text(_ text: String) -> FormTree.Node.Content { .bytes(Array(text.utf8)) }

    private static func node(
        _ name: String, _ content: FormTree.Node.Content, type: String? = nil, fileName: String? = nil,
        encoder: String? = nil, headers: [String] = []
    ) -> FormTree.Node {
        FormTree.Node(
            name: Array(name.utf8), content: content, type: type, fileName: fileName.map { Array($0.utf8) },
            encoder: encoder, headers: headers)
    }

    private static let cases: [([String], [FormTree.Node])] = [
        (["a=b"], [node("a", text("b"))]),
        (["a=b=c"], [node("a", text("b=c"))]),
        (["a="], [node("a", text(""))]),
        (["=b"], [node("", text("b"))]),
        (["a= b "], [node("a", text("b"))]),
        (["a=\" b;c \""], [node("a", text(" b;c "))]),
        (["a=\"b\\\"\\\\\\n\""], [node("a", text("b\"\\\\n"))]),
        (["a=\"b"], [node("a", text("\"b"))]),
        (["a=@f"], [node("a", .file("f"))]),
        (["a=@f;type=x/y ; q=1;filename=n"], [node("a", .file("f"), type: "x/y; q=1", fileName: "n")]),
        (["a=@\"f,g;h\""], [node("a", .file("f,g;h"))]),
        (
            ["a=@f,g;type=x/y"],
            [node("a", .parts([node("", .file("f")), node("", .file("g"), type: "x/y")]))]
        ),
        (["a=<f;encoder=base64"], [node("a", .contents("f"), encoder: "base64")]),
        (["a=@-"], [node("a", text("(-)"), fileName: "-")]),
        (["a=<-"], [node("a", text("(-)"))]),
        (["a=b;headers=X: 1;headers=\"Y: 2;3\""], [node("a", text("b"), headers: ["X: 1", "Y: 2;3"])]),
        (
            ["a=(;type=multipart/x", "b=c", "=)", "d=e"],
            [
                node("a", .parts([node("b", text("c"))]), type: "multipart/x"), node("d", text("e")),
            ]
        ),
        (["=(", "=(", "b=c"], [node("", .parts([node("", .parts([node("b", text("c"))]))]))]),
    ]

    @Test(arguments: cases) func aFormArgumentMeans(_ arguments: [String], _ nodes: [FormTree.Node]) throws {
        #expect(try Self.tree(arguments).all == nodes)
    }

    @Test("Line ends aren't changed in what --archive packs", arguments: [["-T", "d"], ["-F", "x=@d"]])
    func lineEndsOfArchives(_ words: [String]) {
        let error = parseError(["--archive", "--crlf"] + words + ["http://h/"])
        #expect(error == .excluding("--archive and --crlf") && error?.exitCode == .failedInitialization)
    }

    @Test func filesOfAnOpenMultipartAreFound() throws {
        var tree = try Self.tree(["=(", "f=@d", "=(", "g=@e"])
        #expect(tree.files == ["d", "e"])
        tree.replaceFiles(by: ["d": "d.tar", "e": "e.tar"])
        #expect(tree.files == ["d.tar", "e.tar"])
    }

    @Test func aLiteralMeansItself() throws {
        #expect(try Self.tree(["a=@f;type=x"], isLiteral: true).all == [Self.node("a", Self.text("@f;type=x"))])
    }

    @Test(arguments: ["a", "=)", "a=b;type=text", "a=@f;type=/x"])
    func aFormArgumentIsRefused(_ argument: String) {
        #expect(throws: OptionFault.self) { try Self.tree([argument]) }
    }

    @Test(arguments: [
        ("http://h/d/", "a/b c.txt", "http://h/d/b%20c.txt"), ("http://h", "f", "http://h/f"),
        ("h", "f", "h/f"), ("http://h/d", "f", "http://h/d"), ("http://h/d/?q/", "f", "http://h/d/?q/"),
        ("http://h/d/#x", "f", "http://h/d/f#x"), ("http://h/d?q=/", "f", "http://h/d?q=/"),
    ])
    func aUrlGetsTheFilesName(_ url: String, _ path: String, _ expected: String) {
        #expect(UploadBody.url(url, for: path) == expected)
    }

    @Test(
        arguments: [("-", .standardInput), (".", .standardInput), ("", .nothing), ("./-", .file("./-"))]
            as [(
                String, UploadSource
            )])
    func aSourceIs(_ argument: String, _ source: UploadSource) {
        #expect(UploadSource(argument) == source)
    }
}
