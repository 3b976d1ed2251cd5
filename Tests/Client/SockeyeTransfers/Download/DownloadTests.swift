import SockeyeClient
import SockeyeDigest
import SockeyeFields
import SockeyeTLS
import SockeyeTesting
import Synchronization
import TestSupport
import Testing

@testable import SockeyeTransfers

/// A download's outcome as a value.
typealias Ending = Result<DownloadResult, DownloadError>

/// One server, one folder, and downloads between them.
struct Scene {
    let server: FileServer
    let folder: TemporaryFolder
    let client: HTTPClient

    init(_ file: FileServer.File = .init(), fault: FileServer.Fault = .none, secure: Bool = false) async throws {
        server = try await FileServer.start(file, fault: fault, secure: secure)
        folder = try TemporaryFolder()
        var configuration = HTTPClient.Configuration()
        if secure {
            try server.server.writeAuthority(to: folder.file("authority"))
            configuration.tls.roots = [.file(folder.file("authority"))]
        }
        client = HTTPClient(configuration: configuration)
    }

    var path: String { folder.file("file.bin") }

    static var quick: DownloadOptions {
        var options = DownloadOptions()
        options.retry.delay = .milliseconds(1)
        options.minimumSegmentBytes = 64 * 1024
        return options
    }

    static func segmented(_ count: Int) -> DownloadOptions {
        var options = quick
        options.segments = .fixed(count)
        return options
    }

    func download(_ options: DownloadOptions = quick) async -> Ending {
        do throws(DownloadError) {
            return .success(try await client.download(server.url, to: .file(path), options: options))
        } catch {
            return .failure(error)
        }
    }

    /// Downloads until this many bytes have arrived, then cancels, as Ctrl-C does.
    func downloadPart(_ options: DownloadOptions = quick, bytes: Int) async {
        server.setFault(.cuts(after: bytes))
        var options = options
        options.retry = .never
        options.segments = .one
        _ = await download(options)
        server.setFault(.none)
    }

    func has(_ name: String) -> Bool { (try? folder.read(name)) != nil }

    var file: [UInt8] { (try? folder.read("file.bin")) ?? [] }
}

@Suite("Downloads")
struct DownloadTests {
    @Test("One stream, plain and secure", arguments: [false, true])
    func plain(_ secure: Bool) async throws {
        let scene = try await Scene(secure: secure)
        let result = try await scene.download().get()
        #expect(scene.file == scene.server.bytes)
        #expect(result.completeness == .byLength && result.byteCount == 3_000_000)
        #expect(!scene.has("file.bin.part") && !scene.has("file.bin.sockeye"))
        #expect(scene.server.ranges == [nil])
    }

    @Test("Several segments, plain and secure", arguments: [2, 3, 8], [false, true])
    func segments(_ count: Int, _ secure: Bool) async throws {
        let scene = try await Scene(secure: secure)
        let result = try await scene.download(Scene.segmented(count)).get()
        #expect(scene.file == scene.server.bytes)
        #expect(result.notices == [] && result.receivedBytes == 3_000_000)
        #expect(scene.server.server.requestCount >= count)
        #expect(!scene.has("file.bin.part") && !scene.has("file.bin.sockeye"))
    }

    @Test("Small, empty and odd lengths", arguments: [0, 1, 1000, 65_535, 65_536, 65_537, 1_048_577], [1, 4])
    func lengths(_ length: Int, _ count: Int) async throws {
        let scene = try await Scene(.init(length: length))
        let result = try await scene.download(Scene.segmented(count)).get()
        #expect(scene.file == scene.server.bytes && result.byteCount == Int64(length))
    }

    @Test("A download resumes where the last one stopped", arguments: [1, 4])
    func resume(_ count: Int) async throws {
        let scene = try await Scene()
        await scene.downloadPart(bytes: 1_500_000)
        #expect(!scene.has("file.bin") && scene.has("file.bin.part") && scene.has("file.bin.sockeye"))
        let result = try await scene.download(Scene.segmented(count)).get()
        #expect(scene.file == scene.server.bytes)
        #expect(result.resumedBytes == 1_500_000 && result.receivedBytes == 1_500_000 && result.notices == [])
        #expect(scene.server.ranges[1] == "bytes=1434464-")
        #expect(scene.server.server.receivedRequests[1]["If-Range"] == "\"v1\"")
    }

    @Test("The completeness of a close-delimited body is unknowable")
    func unknowable() async throws {
        let scene = try await Scene(fault: .closeDelimited)
        #expect(try await scene.download().get().completeness == .unknowable)
        #expect(scene.file == scene.server.bytes)
    }

    @Test("The requested digest is checked", arguments: [1, 4])
    func checksum(_ count: Int) async throws {
        let scene = try await Scene()
        var options = Scene.segmented(count)
        let right = Checksum(.sha256, try Digest.sha256(of: scene.server.bytes).bytes)
        options.checksum = .sha512(String(repeating: "0", count: 128))
        guard case .failure(.digestMismatch(.sha512, _, _, let path)) = await scene.download(options) else {
            Issue.record("a wrong digest went unnoticed")
            return
        }
        #expect(path == scene.path + ".part" && !scene.has("file.bin") && scene.has("file.bin.part"))
        options.checksum = right
        let result = try await scene.download(options).get()
        #expect(right.map { result.completeness == .verified($0) } == true)
        #expect(scene.file == scene.server.bytes)
    }

    @Test("What is no digest is refused before anything is asked for", arguments: ["", "00", "zz", "0x00"])
    func malformedChecksum(_ digits: String) async throws {
        let scene = try await Scene()
        var options = DownloadOptions()
        options.checksum = .sha256(digits)
        guard case .failure(.refused(let reason, nil)) = await scene.download(options) else {
            Issue.record("'\(digits)' was taken for a digest")
            return
        }
        #expect(reason == "the sha256 checksum isn't 64 hexadecimal digits")
        #expect(scene.server.server.receivedRequests.isEmpty)
    }

    @Test("Digests that the server promises are checked", arguments: ["Repr-Digest", "Content-Digest", "Content-MD5"])
    func promised(_ name: String) async throws {
        let scene = try await Scene()
        let bytes = scene.server.bytes
        let value = { (bytes: [UInt8]) throws -> String in
            name == "Content-MD5"
                ? try Digest(.md5, of: bytes).base64 : "sha-256=:\(try Digest.sha256(of: bytes).base64):"
        }
        let (right, wrong) = (try value(bytes), try value([1]))
        scene.server.change { $0.extra = [.init(name, wrong)] }
        guard case .failure(.digestMismatch) = await scene.download() else {
            Issue.record("a wrong \(name) went unnoticed")
            return
        }
        #expect(!scene.has("file.bin"))
        scene.server.change { $0.extra = [.init(name, right)] }
        var options = Scene.quick
        options.resume = .never
        guard case .verified = try await scene.download(options).get().completeness else {
            Issue.record("a right \(name) was not named")
            return
        }
        #expect(scene.server.server.receivedRequests[0]["Want-Repr-Digest"] == "sha-256=10, sha-512=3")
    }

    @Test("An existing file stays unless it may be replaced")
    func existing() async throws {
        let scene = try await Scene()
        try scene.folder.write("file.bin", "mine")
        guard case .failure(.fileExists) = await scene.download() else {
            Issue.record("it was replaced")
            return
        }
        #expect(scene.file == Array("mine".utf8) && scene.server.server.requestCount == 0)
        var options = Scene.quick
        options.existing = .replace
        _ = try await scene.download(options).get()
        #expect(scene.file == scene.server.bytes)
    }

    @Test("The rate is limited")
    func rate() async throws {
        let scene = try await Scene(.init(length: 300_000))
        var options = Scene.quick
        options.bytesPerSecond = 600_000
        let clock = ContinuousClock()
        let elapsed = try await clock.measure { _ = try await scene.download(options).get() }
        #expect(elapsed > .milliseconds(250))
        #expect(scene.file == scene.server.bytes)
    }

    @Test("Progress is reported, and ends at the length")
    func progress() async throws {
        let scene = try await Scene(.init(length: 500_000))
        var options = Scene.quick
        options.bytesPerSecond = 1_000_000
        let seen = Mutex<[DownloadProgress]>([])
        _ = try await scene.client.download(scene.server.url, to: .file(scene.path), options: options) { progress in
            seen.withLock { $0.append(progress) }
        }
        let counts = seen.withLock { $0.map(\.byteCount) }
        #expect(counts == counts.sorted() && !counts.isEmpty)
        #expect(seen.withLock { $0.last?.total } == 500_000 && counts.last == 500_000)
        // A short one has no other report.
        for length in [0, 10] {
            let scene = try await Scene(.init(length: length))
            let last = Mutex<DownloadProgress?>(nil)
            _ = try await scene.client.download(scene.server.url, to: .file(scene.path)) { progress in
                last.withLock { $0 = progress }
            }
            #expect(last.withLock { $0?.byteCount } == Int64(length) && last.withLock { $0?.total } == Int64(length))
        }
    }

    @Test("The last report of a failed download has the bytes that it keeps")
    func progressOfFailure() async throws {
        let scene = try await Scene(.init(length: 60_000), fault: .cutsWholes(after: 20_000))
        let last = Mutex<DownloadProgress?>(nil)
        await #expect(throws: DownloadError.self) {
            _ = try await scene.client.download(scene.server.url, to: .file(scene.path)) { progress in
                last.withLock { $0 = progress }
            }
        }
        #expect(last.withLock { $0?.byteCount } == 20_000 && last.withLock { $0?.total } == 60_000)
    }

    @Test("An empty folder is the current one, and a NUL names no other file")
    func oddPaths() async throws {
        #expect(FileName.place(of: "a", in: "") == "a")
        #expect(FileName.place(of: "a", in: "b") == "b/a")
        let scene = try await Scene(.init(length: 10))
        let path = scene.folder.file("a\0b")
        await #expect(throws: DownloadError.self) { try await scene.client.download(scene.server.url, to: path) }
        #expect(scene.server.server.receivedRequests.isEmpty && !scene.has("a") && !scene.has("a.part"))
    }

    @Test(
        "The server's name, made safe",
        arguments: [
            ("attachment; filename=\"a b.txt\"", "a b.txt"), ("attachment; filename=\"../../etc/passwd\"", "passwd"),
            ("attachment; filename=\".bashrc\"", "bashrc"), ("attachment", "file.bin"),
            ("attachment; filename*=UTF-8''%e2%82%ac.txt; filename=x", "€.txt"),
        ])
    func names(_ field: String, _ expected: String) async throws {
        let scene = try await Scene(.init(length: 10))
        scene.server.change { $0.extra = [.init("Content-Disposition", field)] }
        let result = try await scene.client.download(scene.server.url, to: .folder(scene.folder.path))
        #expect(result.path == scene.folder.file(expected))
        #expect(try scene.folder.read(expected) == scene.server.bytes)
    }
}
