import SockeyeTesting
import TestSupport
import Testing

/// `--xattr` beside curl's.
struct FileOriginTests {
    /// What the file says of itself, a line for each attribute.
    private static func attributes(of path: String) async throws -> [String: String] {
        let script =
            "import os, sys\nfor n in os.listxattr(sys.argv[1]): print(n, os.getxattr(sys.argv[1], n).decode())"
        let lines = try await Program.run(PythonTool.path, ["-c", script, path]).text.split(separator: "\n")
        return Dictionary(
            lines.map { line in
                let words = line.split(separator: " ", maxSplits: 1)
                return (String(words[0]), String(words[1]))
            }, uniquingKeysWith: { $1 })
    }

    @Test(
        arguments: [
            "--xattr -o OUT http://HOST/hello", "--xattr -O --output-dir DIR http://HOST/hello",
            "--xattr -e http://before.test/ -o OUT http://u:p@HOST/hello#part",
            "--xattr -L -o OUT http://HOST/redirect/2",
            "--xattr -C - -o OUT http://HOST/range/1000", "--xattr -i -o OUT http://HOST/hello",
            "--no-xattr -o OUT http://HOST/hello",
            "--xattr --segments 4 -o OUT http://HOST/range/100000", "--xattr -f -o OUT http://HOST/status/404",
        ])
    func asCurl(line: String) async throws {
        let server = try await LoopbackServer.start()
        let (ours, theirs) = (try TemporaryFolder(), try TemporaryFolder())
        var found: [[String: String]] = []
        for (program, folder) in [(SideBySide.sockeye, ours), (SideBySide.curl, theirs)] {
            if line.contains("--segments"), program == SideBySide.curl { continue }
            let words = line.split(separator: " ").map { word in
                String(word).replacing("OUT", with: folder.file("hello")).replacing("DIR", with: folder.path)
                    .replacing("HOST", with: server.authority)
            }
            let outcome = try await Program.run(
                program, ["-sS", "-m", "20"] + words, environment: SideBySide.noProxies, seconds: 30)
            #expect(outcome.status == (line.contains("-f") ? 22 : 0), "\(outcome.errorText)")
            found.append(try await Self.attributes(of: folder.file("hello")))
        }
        if found.count == 2 {
            #expect(found[0] == found[1])
            #expect(found[0].isEmpty != (line.hasPrefix("--xattr") && !line.contains("-f ")))
        } else {
            #expect(found[0]["user.xdg.origin.url"] == server.url("/range/100000"))
        }
        await server.stop()
    }
}
