import TestSupport
import Testing

/// Recordings that somebody else made: a replay writes in its own folder only, and ends like a run.
@Suite("Recordings of others", .timeLimit(.minutes(1)))
struct HostileRecordingTests {
    private static let head = "sockeye recording 1\n0 start wall=0 secrets=kept\n"

    private static func arguments(_ words: [String]) -> String {
        words.map { "1 argument bytes=\"\($0)\"\n" }.joined()
    }

    private static func wire(_ path: String) -> String {
        let request =
            "GET \(path) HTTP/1.1\\r\\nHost: h\\r\\nUser-Agent: sockeye/0.1.0\\r\\nAccept: */*\\r\\n\\r\\n"
        return "2 open c0 origin=http://h:80\n2 resolved c0 address=\"192.0.2.1 80\"\n2 connected c0\n"
            + "3 sent c0 bytes=\"\(request)\"\n"
            + "3 received c0 bytes=\"HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nhi\"\n9 end code=0\n"
    }

    /// `DIR` is the user's folder, and `UP` leads to the root.
    @Test(
        "What a list or a glob names stays in the replay's folder",
        arguments: [
            (["--input-file", "list"], " dir=DIR\\n out=mine\\n", "/"),
            (["--input-file", "list"], " out=DIR/mine\\n", "/"), (["--input-file", "list"], " out=UPDIR/mine\\n", "/"),
            (["--create-dirs", "--input-file", "list"], " out=DIR/new/file\\n", "/"),
            (["--input-file", "list"], " dir=DIR/new\\n", "/mine"),
            (["-J", "--input-file", "list"], " dir=DIR\\n", "/mine"),
            (["--path-as-is", "-o", "#1", "http://h/{UPDIR/mine}"], "", "/UPDIR/mine"),
            (["--path-as-is", "--create-dirs", "-o", "#1", "http://h/{UPDIR/new}"], "", "/UPDIR/new"),
        ] as [([String], String, String)])
    func names(_ words: [String], _ list: String, _ path: String) async throws {
        let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
        try folder.write("mine", "mine")
        func filled(_ text: String) -> String {
            text.replacing("UP", with: String(repeating: "../", count: 12) + "..").replacing("DIR", with: folder.path)
        }
        let input = list.isEmpty ? "" : "1 input name=list bytes=\"http://h\(path)\\n\(filled(list))\"\n"
        let file = try other.write(
            "r", Self.head + Self.arguments(words.map(filled)) + input + Self.wire(filled(path)))
        let end = try await Program.run(SideBySide.sockeye, ["-s", "--replay", file])
        #expect(end.status == 0 || end.status == 23, "\(end.status) \(end.errorText)")
        #expect(try folder.entries().map(\.name) == ["mine"])
        #expect(try folder.read("mine") == Array("mine".utf8))
    }

    @Test(
        "A signal that no run notes is damage",
        arguments: ["2147483647", "99999999999", "-1", "0", "6", "9", "11", "19", "64"])
    func signals(_ number: String) async throws {
        let folder = try TemporaryFolder()
        let words = Self.arguments(["-o", "x", "http://h/"])
        let file = try folder.write("r", Self.head + words + "2 signal number=\(number)\n9 end code=130\n")
        let end = try await Program.run(SideBySide.sockeye, ["-q", "--replay", file])
        #expect(end.status == 26)
        #expect(end.errorText.contains("signal \(number) is none that a run notes"), "\(end.errorText)")
    }
}
