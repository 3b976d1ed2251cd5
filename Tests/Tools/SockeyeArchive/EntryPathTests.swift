import Testing

@testable import SockeyeArchive

@Suite struct EntryPathTests {
    @Test(
        arguments: [
            ("a", ["a"]), ("a/b/c.txt", ["a", "b", "c.txt"]), ("./a", ["a"]), ("a//b/", ["a", "b"]), ("./", []),
            (".", []),
            ("...", ["..."]), ("..a/b..", ["..a", "b.."]), ("a\\x2db.mount", ["a\\x2db.mount"]),
            ("man/Foo::Bar.3pm", ["man", "Foo::Bar.3pm"]),
            ("a:b", ["a:b"]), ("C:", ["C:"]), ("C:a", ["C:a"]), ("ab:/c", ["ab:", "c"]),
            ("dir/C:/x", ["dir", "C:", "x"]),
            ("a::$DATA", ["a::$DATA"]), (":", [":"]), ("1:/a", ["1:", "a"]),
            ("-rf", ["-rf"]), ("é 🚀", ["é 🚀"]), ("a::b::c", ["a::b::c"]),
        ] as [(String, [String])])
    func whatIsSafe(name: String, expected: [String]) throws {
        let path = try EntryPath(Array(name.utf8), limits: ExtractionLimits())
        #expect(path.names == expected.map { Array($0.utf8) })
    }

    @Test func octetsStayOctets() throws {
        #expect(try EntryPath([0xFF, 0x2F, 0xE9], limits: ExtractionLimits()).names == [[0xFF], [0xE9]])
    }

    @Test(arguments: [
        "", "/etc/passwd", "//a", "..", "../a", "a/../../b", "a/..", "a/../b", "a/b/..", "..\\a", "a\\..\\b", "\\a",
        "\\\\host\\share",
        "C:\\a", "c:/a", "Z:/", "a\nb",
        "a\u{1B}[2J", "a\u{7F}",
        "a/\tb", "..\\/a", "a/..\\b",
    ])
    func whatIsRefused(name: String) {
        let error = #expect(throws: ArchiveError.self) {
            try EntryPath(Array(name.utf8), limits: ExtractionLimits())
        }
        guard case .unsafeName(let octets, let reason)? = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
        #expect(octets == Array(name.utf8) && !reason.isEmpty)
        #expect(error?.description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } == true)
    }

    @Test func limits() {
        let limits = ExtractionLimits(depthLimit: 3, pathLimit: 20, nameLimit: 5)
        let cases = [
            ("a/b/c", nil), ("a/b/c/d", "depthLimit"), ("abcde", nil), ("abcdef", "nameLimit"),
            (String(repeating: "/a", count: 2) + "", "absolute"),
            ("a" + String(repeating: "/", count: 20), "pathLimit"),
        ]
        for (name, limit) in cases {
            let result = Result { try EntryPath(Array(name.utf8), limits: limits) }
            if case .failure(ArchiveError.limitExceeded(let name, _)) = result {
                #expect(name == limit)
            } else if case .failure = result {
                #expect(limit == "absolute")
            } else {
                #expect(limit == nil)
            }
        }
    }

    @Test(
        arguments: [
            ("a", "b", false), ("a", "b/c", false), ("d/a", "../b", true), ("d/e/a", "../b", false),
            ("d/e/a", "../../b", true), ("a", ".", true),
            ("d/a", "..", true), ("d/a", "./x", false), ("a", "b:c", false),
        ] as [(String, String, Bool)])
    func linksInside(name: String, target: String, reachesTop: Bool) throws {
        let path = try EntryPath(Array(name.utf8), limits: ExtractionLimits())
        let link = try LinkTarget(Array(target.utf8), of: path, limits: ExtractionLimits())
        #expect(link.reachesTop == reachesTop)
    }

    @Test(
        arguments: [
            ("a", "/etc/passwd"), ("a", ".."), ("a", "../b"), ("d/a", "../../b"), ("d/e/a", "../../../b"), ("a", ""),
            // After a name, .. counts from wherever that leads.
            ("a", "b/.."), ("d/a", "b/../../c"), ("d/a", "../x/.."),
        ] as [(String, String)])
    func linksOutside(name: String, target: String) throws {
        let path = try EntryPath(Array(name.utf8), limits: ExtractionLimits())
        #expect(throws: ArchiveError.self) { try LinkTarget(Array(target.utf8), of: path, limits: ExtractionLimits()) }
    }

    @Test(
        arguments: [
            ("a.zip", "a"), ("d/foo-1.2.tar.gz", "d/foo-1.2"), ("x.TGZ", "x"), ("x", "x.extracted"),
            (".zip", ".zip.extracted"),
            ("...zip", "...zip.extracted"), ("..zip", "..zip.extracted"), ("d.zip/x.gz", "d.zip/x.gz.extracted"),
            ("a.tar", "a"),
        ] as [(String, String)])
    func folders(path: String, folder: String) {
        #expect(ArchiveName.folder(for: path) == folder)
    }
}
