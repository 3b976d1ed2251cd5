// Downloads, uploads and recordings.

import Sockeye
import SockeyeRecording
import SockeyeTesting

func recordings(_ server: String) async throws {
    try await recording(server)
}

func downloads(_ server: String) async throws {
    try await download(server)
    try await downloadOptions(server)
    try await pieceDigests(server)
    try await downloadDestination(server)
    try await downloadQueue(server)
    try await downloadToken(server)
    try await contentCheck(server)
}

func uploads(_ server: String) async throws {
    try await upload(server)
    try await uploadOptions(server)
    try await resumableUploadOptions()
}

/// ``Recorder``, ``Recording``: what a client received, and the same again without a network.
func recording(_ server: String) async throws {
    var configuration = HTTPClient.Configuration()
    let recorder = try Recorder(file: "bug.recording")
    configuration.recorder = recorder
    _ = try await HTTPClient(configuration: configuration).get("\(server)/")
    recorder.finish()

    let client = HTTPClient(replaying: try Recording(contentsOf: "bug.recording"))
    let reply = try await client.get("\(server)/")
    try expect(reply.text() == "Hello")
}

/// ``Download``: one that can be watched, paused and cancelled.
func download(_ server: String) async throws {
    let client = HTTPClient()
    var count: Int64 = 0
    let download = try Download(of: "\(server)/big.iso", to: "big.iso", with: client)
    download.start()
    for await progress in download.progress { count = progress.byteCount }
    let file = try await download.result()
    try expect(file.byteCount == 300_000 && count == file.byteCount)
}

/// ``DownloadOptions``, ``DownloadOptions.Retry``, ``SegmentCount``, ``Checksum``: how a file is fetched and checked.
func downloadOptions(_ server: String) async throws {
    let segments: SegmentCount = 4
    var options = DownloadOptions(segments: segments, existing: .replace)
    options.checksum = .sha256("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")
    options.retry = DownloadOptions.Retry(count: 2, delay: .milliseconds(100))
    let file = try await HTTPClient.shared.download("\(server)/test", to: "test", options: options)
    guard case .verified = file.completeness else { return try expect(false) }
    try expect(Checksum("md5:900150983cd24fb0d6963f7d28e17f72")?.algorithm == .md5)
}

/// ``PieceDigests``: digests of a file's pieces, as in a Metalink document.
func pieceDigests(_ server: String) async throws {
    let pieces = [0..<200_000, 200_000..<300_000].map { BytePattern.bytes($0) }
    let digests = try pieces.map { try Digest.sha256(of: $0).bytes }
    var options = DownloadOptions(existing: .replace)
    options.pieces = PieceDigests(.sha256, pieceBytes: 200_000, digests)
    let file = try await HTTPClient.shared.download("\(server)/big.iso", to: "big.iso", options: options)
    try expect(options.pieces?.fit(length: file.byteCount) == true)
}

/// ``DownloadDestination``: a file, or a folder in which the server names it.
func downloadDestination(_ server: String) async throws {
    let destinations: [DownloadDestination] = ["copy.iso", .folder(".")]
    for destination in destinations {
        let file = try await HTTPClient.shared.download("\(server)/big", to: destination)
        try expect(file.path == "copy.iso" || file.path == "./big")
    }
}

/// ``DownloadQueue``: many files, a few at a time, also after a restart.
func downloadQueue(_ server: String) async throws {
    let client = HTTPClient()
    var sizes: [Int64] = []
    let queue = try DownloadQueue(journal: "downloads.queue", with: client)
    try queue.add("\(server)/a.iso", to: "a.iso")
    for await end in queue.run() { sizes.append(try end.result.get().byteCount) }
    try expect(sizes == [300_000] && queue.count == 0)
}

/// ``DownloadToken``: a cancelled download, to be resumed by another run of the program.
func downloadToken(_ server: String) async throws {
    let download = try Download(of: "\(server)/large/1000000000", to: "large")
    download.start()
    let stored = await download.cancel()?.description
    let token = stored.flatMap { DownloadToken($0) }
    try expect(token?.url == "\(server)/large/1000000000")
    let resumed = try token?.download()
    try expect(resumed != nil)
}

/// ``ContentCheck``: whether a body is what its digests promise, for bodies that go to no file.
func contentCheck(_ server: String) async throws {
    var found: [String] = []
    try await HTTPClient.shared.perform(.get("\(server)/damaged")) { response in
        let check = ContentCheck(response)
        try await response.body.forEachChunk { bytes in print(bytes.byteCount) }
        if let fault = check?.fault(in: response) { found.append(fault) }
    }
    try expect(found.count == 1)
}

/// ``Upload``: one that can be watched, paused and cancelled.
func upload(_ server: String) async throws {
    let client = HTTPClient()
    var sent: Int64 = 0
    let upload = try Upload(file: "a.iso", to: "\(server)/a.iso", with: client)
    upload.start()
    for await progress in upload.progress { sent = progress.byteCount }
    let answer = try await upload.result()
    try expect(answer.status == .created && sent == 300_000)
}

/// ``UploadOptions``: digests for the server, and a limit of the speed.
func uploadOptions(_ server: String) async throws {
    let options = UploadOptions(expectation: .never, bytesPerSecond: 100_000_000, digests: [.representation()])
    let result = try await HTTPClient.shared.upload(file: "a.iso", to: "\(server)/a.iso", options: options)
    try expect(result.byteCount == 300_000)
}

/// ``ResumableUploadOptions``, ``TusService``: an upload that goes on where the server has it, and a server to try it with.
func resumableUploadOptions() async throws {
    let server = try await LoopbackServer.start(service: TusService())
    var options = ResumableUploadOptions(.tus, changedFile: .refuse)
    options.sendsChecksums = true
    let result = try await HTTPClient.shared.uploadResumably(
        "a.iso", to: .post(server.url("/files"), body: .none), options: options)
    try expect(result.byteCount == 300_000 && result.spoken == .tus)
    await server.stop()
}
