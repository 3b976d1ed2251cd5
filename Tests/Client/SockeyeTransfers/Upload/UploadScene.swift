import Glibc
import HTTPTypes
import SockeyeClient
import SockeyeDigest
import SockeyeTLS
import SockeyeTesting
import Synchronization
import TestSupport
import Testing

@testable import SockeyeTransfers

/// A server, a client, a file of `BytePattern`, and the upload's reports.
final class UploadScene: Sendable {
    static let size = 3_000_000
    static let pattern = BytePattern.bytes(0..<size)
    /// Shared by all tests, since making the bytes takes most of the time.
    static func bytes(_ size: Int) -> [UInt8] {
        size <= Self.size ? Array(pattern[..<size]) : BytePattern.bytes(0..<size)
    }

    let server: LoopbackServer
    let store: UploadStore
    let folder: TemporaryFolder
    let file: String
    let client: HTTPClient
    let notices = Mutex<[String]>([])
    let progress = Mutex<[ResumableUploadProgress]>([])

    init(
        _ spoken: ResumableProtocol, _ faults: [UploadFault] = [], size: Int = UploadScene.size,
        secure: Bool = false, tus: (inout TusService) -> Void = { _ in },
        draft: (inout DraftUploadService) -> Void = { _ in }
    ) async throws {
        let service: any LoopbackService
        if spoken == .tus {
            var made = TusService(faults: faults)
            tus(&made)
            (service, store) = (made, made.store)
        } else {
            var made = DraftUploadService(faults: faults)
            draft(&made)
            (service, store) = (made, made.store)
        }
        server = try await LoopbackServer.start(secure: secure, service: service)
        folder = try TemporaryFolder()
        file = try folder.write("file.bin", String(decoding: UploadScene.bytes(size), as: UTF8.self))
        var configuration = HTTPClient.Configuration()
        if secure { configuration.tls.roots = [.pem(server.authorityPEM)] }
        client = HTTPClient(configuration: configuration)
    }

    var options: ResumableUploadOptions {
        var options = ResumableUploadOptions()
        options.retry = DownloadOptions.Retry(count: 3, delay: .milliseconds(1))
        return options
    }

    func upload(
        _ options: ResumableUploadOptions? = nil, _ change: (inout Request) throws -> Void = { _ in }
    ) async throws -> ResumableUploadResult {
        var request = try Request.put(server.url("/files/x"), body: .none)
        try change(&request)
        return try await client.uploadResumably(file, to: request, options: options ?? self.options) { report in
            switch report {
            case .notice(let notice): self.notices.withLock { $0.append(notice) }
            case .progress(let progress): self.progress.withLock { $0.append(progress) }
            }
        }
    }

    var record: UploadRecord? { (try? folder.read("file.bin.sockeye-upload")).flatMap(UploadRecord.init) }

    /// Expects the whole file on the server, once, without protocol violations.
    func expectWhole(_ size: Int = UploadScene.size) {
        #expect(store.finished["/files/x"] == UploadScene.bytes(size))
        #expect(store.refusals == [])
        #expect(record == nil)
    }
}
