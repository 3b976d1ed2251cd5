import Glibc
import SockeyeDigest
import SockeyeLoopback
import TestSupport
import Testing

@Suite("--extract and --archive", .timeLimit(.minutes(2)))
struct ExtractCommandTests {
    private static let hello = Array("hello".utf8)

    private static var good: [UInt8] {
        var tar = Tar()
        tar.add("foo-1.0/readme", hello)
        return tar.whole
    }

    private static var bad: [UInt8] {
        var tar = Tar()
        tar.add("../evil", hello)
        return tar.whole
    }

    private func server() async throws -> LoopbackServer {
        try await LoopbackServer.start { request in
            switch request.path {
            case "/foo-1.0.tar": .bytes(Self.good)
            case "/bad.tar": .bytes(Self.bad)
            default: .text("not found", status: 404)
            }
        }
    }

    private func run(_ arguments: [String], _ place: TemporaryFolder) async throws -> Program.Outcome {
        let words = arguments.map { $0.replacing("@/", with: place.path + "/") }
        return try await Program.run(builtProgram("sockeye"), ["-sS", "--output-dir", place.path] + words)
    }

    @Test(
        "Whatever way the file comes, it is unpacked",
        arguments: [
            [], ["-O"], ["--segments", "2"], ["-C", "-"], ["--retry", "1"], ["--no-sync"], ["-D", "@/head"], ["-Z"],
            ["--remove-on-error"],
            ["-J"], ["--checksum", "sha256:\(sum)"],
        ])
    func ways(_ options: [String]) async throws {
        let place = try TemporaryFolder()
        let server = try await server()
        let outcome = try await run(options + ["--extract", server.url("/foo-1.0.tar")], place)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(try place.read("foo-1.0/readme") == Self.hello)
        #expect(try place.read("foo-1.0.tar") == Self.good)
    }

    private static let sum = (try? Digest(.sha256, of: good).hex) ?? ""

    @Test(
        "What can't be unpacked leaves nothing but the file",
        arguments: [
            (["--extract", "#/bad.tar"], 116, ["bad.tar"]), (["--extract", "--remove-on-error", "#/bad.tar"], 116, []),
            (["--extract", "#/missing.tar"], 22, []),
            (["--extract-max-size", "3", "--extract", "#/foo-1.0.tar"], 116, ["foo-1.0.tar"]),
            (["--extract", "-o", "-", "#/foo-1.0.tar"], 2, []), (["--extract", "-I", "#/foo-1.0.tar"], 2, []),
            (
                ["--extract", "--checksum", "md5:00000000000000000000000000000000", "#/foo-1.0.tar"], 120,
                ["foo-1.0.tar.part"]
            ),
            (["--extract-dir", "@/no/such", "#/foo-1.0.tar"], 23, ["foo-1.0.tar"]),
            (["--extract-dir", "", "#/foo-1.0.tar"], 2, []),
        ] as [([String], Int32, [String])])
    func failures(_ words: [String], status: Int32, left: [String]) async throws {
        let place = try TemporaryFolder()
        let server = try await server()
        let outcome = try await run(words.map { $0.replacing("#", with: server.url("")) }, place)
        #expect(outcome.status == status, "\(outcome.errorText)")
        #expect(try place.entries().map(\.name).filter { !$0.hasSuffix(".sockeye") }.sorted() == left)
    }

    @Test("Several archives meet in one folder") func together() async throws {
        let place = try TemporaryFolder()
        let server = try await server()
        let url = server.url("/foo-1.0.tar")
        let outcome = try await run(["--extract-dir", "@/out", "-o", "a.tar", url, "-o", "b.tar", url], place)
        #expect(
            outcome.status == 23 && outcome.errorText.contains("/out/foo-1.0 exists already"), "\(outcome.errorText)")
        #expect(try place.read("out/foo-1.0/readme") == Self.hello)
    }

    @Test(
        "A folder is uploaded as a zip, by -T and by -F",
        arguments: [["-T", "@/docs", "#/up/"], ["-F", "f=@@/docs", "#/form"]])
    func uploads(_ words: [String]) async throws {
        let place = try TemporaryFolder()
        #expect(mkdir(place.file("docs"), 0o755) == 0 && mkdir(place.file("tmp"), 0o755) == 0)
        try place.write("docs/a.txt", bytes: Self.hello)
        let server = try await LoopbackServer.start { request in
            .text(
                "\(request.method) \(request.path) \(String(decoding: request.body, as: UTF8.self).contains("docs/a.txt"))"
            )
        }
        let arguments = words.map {
            $0.replacing("#", with: server.url("")).replacing("@/", with: place.path + "/")
        }
        let outcome = try await Program.run(
            builtProgram("sockeye"), ["-sS", "--archive"] + arguments, environment: ["TMPDIR": place.file("tmp")])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.text == (words[0] == "-T" ? "PUT /up/docs.zip true" : "POST /form true"))
        // The folder of the archive is gone: an empty one can be removed.
        #expect(rmdir(place.file("tmp")) == 0)
    }

    @Test(
        "What can't be packed is told",
        arguments: [(["-T", "-", "#/"], 2), (["-T", "@/none", "#/"], 26)] as [([String], Int32)])
    func unpacked(_ words: [String], status: Int32) async throws {
        let place = try TemporaryFolder()
        let outcome = try await run(["--archive"] + words.map { $0.replacing("#", with: "http://127.0.0.1:1") }, place)
        #expect(outcome.status == status, "\(outcome.errorText)")
    }
}
