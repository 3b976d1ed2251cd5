import Glibc
import SockeyeIO
import SockeyeTesting
import TestSupport
import Testing

/// `-T FILE --resumable` for the user: requests, messages and exit codes.
struct ResumableCommandTests {
    private final class Scene: Sendable {
        let server: LoopbackServer
        let folder: TemporaryFolder
        let file: String
        let bytes = BytePattern.bytes(0..<2_000_000)

        init(_ service: any LoopbackService) async throws {
            server = try await LoopbackServer.start(service: service)
            folder = try TemporaryFolder()
            file = try folder.write("a b.bin", String(decoding: bytes, as: UTF8.self))
        }

        func run(_ words: [String]) async throws -> Program.Outcome {
            try await Program.run(SideBySide.sockeye, ["--no-progress-meter", "-T", file] + words, seconds: 60)
        }

        var hasState: Bool { access(file + ".sockeye-upload", F_OK) == 0 }
    }

    @Test func ietf() async throws {
        let service = DraftUploadService(faults: [.cutInBody(after: 1_000_000)])
        let scene = try await Scene(service)
        let outcome = try await scene.run([
            "--resumable", "-i", "-w", "%{http_code} %{size_upload}", scene.server.url("/files/"),
        ])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(service.store.finished["/files/a%20b.bin"] == scene.bytes)
        #expect(outcome.text.hasPrefix("HTTP/1.1 201 Created\r\n"))
        #expect(outcome.text.hasSuffix("stored /files/a%20b.bin\n201 2000000"))
        #expect(!scene.hasState)
        await scene.server.stop()
    }

    @Test("The head of a refusal is written, as that of a success", arguments: [["-i"], ["-i", "-o", "DIR/out"]])
    func refused(_ words: [String]) async throws {
        let server = try await LoopbackServer.start { _ in LoopbackReply.text("no", status: 403) }
        let folder = try TemporaryFolder()
        let line = ["-q", "-sS", "--resumable=ietf", "-T", try folder.write("f", "x"), "-D", folder.file("heads")]
        let outcome = try await Program.run(
            SideBySide.sockeye, line + words.map { $0.replacing("DIR", with: folder.path) } + [server.url("/x")])
        #expect(outcome.status == 22, "\(outcome.errorText)")
        #expect(String(decoding: try folder.read("heads"), as: UTF8.self).hasPrefix("HTTP/1.1 403 "))
        #expect(outcome.text.hasPrefix(words.count == 1 ? "HTTP/1.1 403 " : ""))
        #expect(try folder.entries().map(\.name).filter { $0.hasPrefix("out") } == [])
        await server.stop()
    }

    /// In tus the server chooses names: the URL with its slash is where uploads are created.
    @Test(arguments: ["--resumable", "--resumable=tus"]) func tus(_ option: String) async throws {
        let service = TusService(faults: [.cutInBody(after: 1_000_000)])
        let scene = try await Scene(service)
        let outcome = try await scene.run([option, scene.server.url("/files/")])
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(service.store.finished["/files/"] == scene.bytes)
        #expect(service.store.refusals == [])
        // "a b.bin", application/octet-stream
        let metadata = "filename YSBiLmJpbg==,filetype YXBwbGljYXRpb24vb2N0ZXQtc3RyZWFt"
        #expect(scene.server.receivedRequests.contains { $0["Upload-Metadata"] == metadata })
        await scene.server.stop()
    }

    @Test(
        "Each wait is told, --retry 0 doesn't wait, and the exit code is the failure's",
        arguments: [
            (["--retry", "0"], 0, 7, "connection refused"), (["--retry", "1"], 1, 7, "connection refused"),
            (["-m", "0.5"], 0, 28, "no time left for a retry within the total time of 0.5 s"),
        ])
    func retriesAreTold(words: [String], waits: Int, status: Int32, text: String) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("file", "contents")
        let outcome = try await Program.run(
            SideBySide.sockeye,
            ["-q", "--no-progress-meter", "--resumable=tus", "-T", file] + words
                + ["http://127.0.0.1:\(refusedPort)/x"])
        #expect(outcome.status == status)
        let told = outcome.errorText.replacing("\nWarning:", with: "").split(separator: "\n").joined(separator: " ")
        #expect(told.ranges(of: "trying again in 1 s").count == waits, "\(told)")
        #expect(told.lowercased().contains(text), "\(told)")
    }

    @Test func theNextCommandGoesOnAndSaysWhatItCannot() async throws {
        let service = DraftUploadService(faults: [.cutInBody(after: 1_000_000), .answer("HEAD", status: 403)])
        let scene = try await Scene(service)
        let line = ["--resumable=ietf", scene.server.url("/x")]
        let first = try await scene.run(line)
        #expect(first.status == 22, "\(first.errorText)")
        #expect(first.errorText.contains("refused the upload with status 403"))
        #expect(scene.hasState)
        service.store.add([.forget(status: 410)])
        let second = try await scene.run(line)
        #expect(second.status == 0, "\(second.errorText)")
        #expect(second.errorText.contains("the server no longer has the upload"))
        #expect(second.errorText.contains("starts again from the"))
        #expect(service.store.finished["/x"] == scene.bytes)
        await scene.server.stop()
    }

    /// tus creates uploads at a URL that often ends in a slash, to which -T appends nothing then.
    @Test(arguments: [("--resumable=tus", "/x"), ("--resumable=ietf", "/x"), ("--resumable=tus", "/files/")])
    func abandoned(_ option: String, path: String) async throws {
        // A response that the protocol can't recover from.
        let faults: [UploadFault] = [.cutInBody(after: 1_000_000), .answer("HEAD", status: 401)]
        let (tus, draft) = (TusService(faults: faults), DraftUploadService(faults: faults))
        let store = option == "--resumable=tus" ? tus.store : draft.store
        let scene = try await Scene(option == "--resumable=tus" ? tus : draft)
        let line = [option, scene.server.url(path)]
        _ = try await scene.run(line)
        #expect(scene.hasState && store.unfinished == 1)
        store.add([.answer("DELETE", status: 403)])
        let refused = try await scene.run(line + ["--abandon"])
        #expect(refused.status == 22)
        #expect(refused.errorText.contains("the upload was not abandoned: the server refused"), "\(refused.errorText)")
        #expect(scene.hasState && store.unfinished == 1)
        let outcome = try await scene.run(["--abandon", scene.server.url(path)])
        #expect(outcome.status == 0)
        #expect(outcome.errorText == "Note: the server dropped what it had of \(scene.file)\n")
        #expect(!scene.hasState && store.unfinished == 0 && store.finished.isEmpty)
        let again = try await scene.run(line + ["--abandon"])
        #expect(again.status == 0)
        #expect(again.errorText == "Note: no interrupted upload of \(scene.file)\n")
        await scene.server.stop()
    }

    @Test func aChangedFileStartsAgain() async throws {
        let service = TusService(faults: [.cutInBody(after: 1_000_000), .answer("HEAD", status: 403)])
        let scene = try await Scene(service)
        let line = ["--resumable=tus", "--retry", "1", "--retry-delay", "1", scene.server.url("/x")]
        service.store.add([.cutInBody(after: 10), .answer("HEAD", status: 401)])
        _ = try await scene.run(line)
        #expect(scene.hasState)
        try scene.folder.write("a b.bin", "another file")
        let outcome = try await scene.run(line)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(outcome.errorText.contains("the file changed since the earlier upload"))
        #expect(service.store.finished["/x"] == Array("another file".utf8))
        await scene.server.stop()
    }

    @Test func refusals() async throws {
        var service = DraftUploadService()
        service.maxSize = 1000
        let scene = try await Scene(service)
        let outcome = try await scene.run(["--resumable", scene.server.url("/x")])
        #expect(outcome.status == 63)
        #expect(outcome.errorText.contains("2000000 bytes, more than the server accepts (1000)"))
        let missing = try await Program.run(
            SideBySide.sockeye, ["-sS", "--resumable", "-T", "/nowhere/x", scene.server.url("/x")])
        #expect(missing.status == 26)
        let device = try await Program.run(
            SideBySide.sockeye, ["-sS", "--resumable", "-T", "/dev/null", scene.server.url("/x")])
        #expect(device.status == 26)
        #expect(device.errorText.contains("not a regular file"))
        let noTus = try await scene.run(["--resumable=tus", scene.server.url("/x")])
        #expect(noTus.status != 0)
        await scene.server.stop()
    }

    /// A server without resumption gets the file as without the option.
    @Test(.enabled(if: Apache.path != nil, "Apache httpd is not installed")) func apache() async throws {
        let server = try await Apache(#require(Apache.path))
        let scene = try await Scene(DraftUploadService())
        for (place, options) in [("dav", []), ("digest", ["--digest", "-u", "user:secret"])] {
            let outcome = try await scene.run(
                options + ["--resumable", "-o", "/dev/null", "-w", "%{http_code}", server.url("/\(place)/\(place)")])
            #expect(outcome.status == 0, "\(outcome.errorText)")
            #expect(outcome.text == "201")
            let difference = try await Program.run("/usr/bin/cmp", [scene.file, server.file(place)])
            #expect(difference.status == 0, "\(difference.text)")
        }
        await server.stop()
        await scene.server.stop()
    }
}
