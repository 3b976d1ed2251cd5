import Glibc
import SockeyeClient
import SockeyeIO
import SockeyeTesting
import SockeyeTransfers
import SockeyeURL
import TestSupport
import Testing

@testable import SockeyeBackground

/// Downloads never become the queue's own files, nor are those sent, whatever leads there when the job runs.
@Suite(.timeLimit(.minutes(1)))
struct TargetTests {
    /// A path in the scene's folder, and what it is made to be before the worker runs.
    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let path: String
        /// Links: their names and what they lead to, with DIR for the folder.
        var links: [(name: String, target: String)] = []
    }

    private static let ways = [
        Way(testDescription: "a name in the folder", path: "queue/journal"),
        Way(testDescription: "a new name in it", path: "queue/sub"),
        Way(testDescription: "a link", path: "down", links: [("down", "DIR/queue/journal")]),
        Way(testDescription: "a relative link", path: "down", links: [("down", "queue/status.json")]),
        Way(testDescription: "a link to a link", path: "a", links: [("a", "b"), ("b", "./queue/../queue/journal")]),
        Way(testDescription: "a link that dangles", path: "down", links: [("down", "queue/new")]),
        Way(testDescription: "a folder's link", path: "there/journal", links: [("there", "DIR/queue")]),
        Way(testDescription: "a folder above it", path: "up/queue/journal", links: [("up", "DIR")]),
        Way(testDescription: "dots", path: "x/../queue/journal"),
    ]

    @Test(arguments: ways, [true, false])
    func theQueuesFilesAreNoTargets(_ way: Way, _ isUpload: Bool) async throws {
        let scene = try await BackgroundScene()
        for link in way.links {
            let target = link.target.replacing("DIR", with: scene.folder.path)
            try #require(symlink(target, scene.folder.file(link.name)) == 0)
        }
        let url = try scene.server.url("/hello").httpURL()
        let path = scene.folder.file(way.path)
        let job: BackgroundJob =
            isUpload ? .upload(path, to: url) : .download(url, to: path, .init(replacesExisting: true))
        await #expect(throws: BackgroundError.self) { try await scene.transfers.add([job]) }
        // As it is where the link came after the job.
        try scene.transfers.folder.journal.append([.added("x", job)])
        let isDone = try await scene.work()
        #expect(isDone)
        let state = try scene.state("x")
        guard case .failed(let cause) = state else {
            Issue.record("\(String(describing: state))")
            return
        }
        #expect(cause.contains("the queue's own folder"))
        #expect(scene.server.requestCount == 0)
    }

    @Test("A link of another user isn't followed", .enabled(if: geteuid() == 0, "only root gives links away"))
    func strangersLinks() async throws {
        let scene = try await BackgroundScene()
        let path = try scene.folder.write("mine", "mine")
        for (name, owner) in [("theirs", 12_345), ("ours", 0)] as [(String, uid_t)] {
            let link = scene.folder.file(name)
            try #require(symlink(path, link) == 0 && lchown(link, owner, owner) == 0)
        }
        let url = scene.server.url("/hello")
        await #expect(throws: BackgroundError.self) {
            try await scene.transfers.download(url, to: scene.folder.file("theirs"))
        }
        try await scene.transfers.download(url, to: scene.folder.file("ours"), .init(replacesExisting: true))
        #expect(try await scene.work())
        #expect(
            try scene.folder.read("mine") == Array("hello\n".utf8) || scene.folder.read("mine") != Array("mine".utf8))
    }

    @Test("What was checked is what is written, whatever has its name by then")
    func held() async throws {
        let scene = try await BackgroundScene()
        try #require(mkdir(scene.folder.file("own"), 0o700) == 0)
        let target = try OpenTarget(scene.folder.file("own/f"), besides: scene.transfers.folder)
        // The folder's name leads into the queue now, and the file's too.
        try #require(rename(scene.folder.file("own"), scene.folder.file("moved")) == 0)
        try #require(symlink(scene.queue, scene.folder.file("own")) == 0)
        try #require(symlink(scene.queue + "/journal", scene.folder.file("moved/f")) == 0)
        var options = DownloadOptions(existing: .replace)
        options.followsLink = false
        try await HTTPClient.shared.download(
            .init(url: scene.server.url("/sized/100").httpURL()), to: target.path, options: options)
        #expect(try scene.folder.read("moved/f").count == 100)
        #expect(!scene.transfers.folder.hasJournal)
        #expect(target.message(for: DownloadError.fileExists(target.path)).contains(scene.folder.file("own/f")))
    }

    @Test("What was checked is what is sent, whatever has its name by then")
    func heldUpload() async throws {
        let scene = try await BackgroundScene()
        let path = try scene.folder.write("f", "mine")
        let target = try OpenTarget(path, besides: scene.transfers.folder, opensFile: true)
        try #require(rename(path, scene.folder.file("moved")) == 0)
        try #require(symlink(try scene.folder.write("secret", "secret"), path) == 0)
        let sent = try await HTTPClient.shared.upload(
            file: target.path, to: scene.server.url("/echo"))
        #expect(String(decoding: sent.body, as: UTF8.self).contains("mine"), "\(sent)")
        #expect(target.message(for: DownloadError.fileExists(target.path)).contains(path))
        #expect(throws: BackgroundError.self) {
            try OpenTarget(scene.folder.file("gone"), besides: scene.transfers.folder, opensFile: true)
        }
    }

    @Test("A worker whose journal was replaced by another ends")
    func replacedJournal() async throws {
        let scene = try await BackgroundScene()
        let id = try await scene.transfers.download(scene.server.url("/slow/100/30000"), to: scene.folder.file("f"))
        let work = Task { try await scene.work() }
        try await scene.reach("running", id)
        try scene.folder.write("queue/journal", "")
        await #expect(throws: BackgroundError.self) { try await work.value }
    }
}
