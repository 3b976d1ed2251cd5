import HTTPTypes
import SockeyeClient
import SockeyeDigest
import SockeyeTesting
import TestSupport
import Testing

@testable import SockeyeTransfers

/// RFC 9530: what a response promises of its content and of the whole file.
@Suite("Promised digests", .timeLimit(.minutes(1)))
struct PromisedDigestTests {
    private static let whole = "0123456789"
    private static let part = "01234"

    private static func sha256(_ text: String) throws -> String { try Digest.sha256(of: Array(text.utf8)).base64 }

    @Test(
        "Fields are read as they are defined",
        arguments: [
            ("Content-Digest", "sha-256=:KEY:", true), ("Content-Digest", "sha-256=:KEY:;p=\", x\"", true),
            ("Content-Digest", "unixsum=:AAA=:, sha-256=:KEY:", true), ("Content-Digest", "sha-256=:BARE:", true),
            ("Content-Digest", "x=(\"a, sha-256=:AAAA:\"), sha-256=:KEY:", true),
            ("Content-Digest", "sha-256=KEY", false),
            ("Content-Digest", "sha-256=:KEY:,", false), ("Content-Digest", "SHA-256=:KEY:", false),
            ("Content-Digest", "sha-256=:AAAA:, sha-256=:KEY:", true), ("Repr-Digest", "sha-256=:KEY:", true),
            ("Digest", "SHA-256=KEY", true), ("Digest", "md5=x, sha-256 = BARE ", true),
            ("Digest", "sha-256=:KEY:", false),
        ])
    func fields(_ name: String, _ value: String, isRead: Bool) throws {
        let key = try Self.sha256(Self.whole)
        let text = value.replacing("KEY", with: key).replacing("BARE", with: key.filter { $0 != "=" })
        let fields = HTTPFields([HTTPField(name: try #require(HTTPField.Name(name)), value: text)])
        let expected = try #require(Checksum(.sha256, Digest.sha256(of: Array(Self.whole.utf8)).bytes))
        #expect(PromisedDigests.ofContent(in: fields, isPart: false) == (isRead ? [expected] : []))
        let isOfFile = name != "Content-Digest"
        #expect(PromisedDigests.ofContent(in: fields, isPart: true).isEmpty == (isOfFile || !isRead))
        #expect(PromisedDigests.ofFile(in: fields, isPart: true).isEmpty == (!isOfFile || !isRead))
    }

    @Test(
        "A promise that can't be read is told, and counts as none",
        arguments: [
            ("Content-Digest", "sha-256=KEY", true), ("Repr-Digest", "sha-256=:KEY:,", true),
            ("Repr-Digest", "SHA-256=:KEY:", true), ("Content-Digest", "sha-256=5", true),
            ("Content-Digest", "sha-256=:AAAA:", true), ("Content-Digest", "unixsum=5", false),
            ("Content-Digest", "sha-256=:KEY:", false), ("Digest", "what?", false),
        ])
    func unreadable(_ name: String, _ value: String, isTold: Bool) async throws {
        let (folder, key) = (try TemporaryFolder(), try Self.sha256(Self.whole))
        let server = try await LoopbackServer.start { _ in
            var reply = LoopbackReply.bytes(Array(Self.whole.utf8))
            reply.fields.append(.init(name, value.replacing("KEY", with: key)))
            return reply
        }
        let client = HTTPClient()
        let download = try await client.download(server.url("/f"), to: .file(folder.file("f")))
        let saved = try await client.perform(.get(server.url("/f"))) { response in
            try await response.save(to: folder.file("g"))
        }
        for result in [download, saved] {
            #expect(result.notices.contains { $0.hasPrefix("\(name) cannot be read") } == isTold, "\(result.notices)")
            if case .verified = result.completeness { #expect(!isTold) }
        }
        let printed = try await Program.run(CommandLineProgram.path, ["--no-progress-meter", server.url("/f")])
        #expect(printed.text == Self.whole && printed.errorText.contains("\(name) cannot be read") == isTold)
        await server.stop()
    }

    @Test("The old name of SHA-1 is read", arguments: ["sha", "SHA", "sha-1", "sha1"])
    func sha1(_ name: String) throws {
        let digest = try Digest(.sha1, of: Array("x".utf8))
        let fields = HTTPFields([
            HTTPField(name: try #require(HTTPField.Name("Digest")), value: "\(name)=\(digest.base64)")
        ])
        #expect(PromisedDigests.ofFile(in: fields, isPart: false) == [try #require(Checksum(.sha1, digest.bytes))])
    }

    /// A part asked for by the caller: the field and what it is of, and whether the part is taken.
    @Test(
        "A part is checked against its own digest, and not against that of the file",
        arguments: [
            ("Repr-Digest", whole, true), ("Repr-Digest", "other", true), ("Digest", whole, true),
            ("Content-Digest", part, true), ("Content-Digest", whole, false),
        ])
    func parts(_ name: String, _ promised: String, isTaken: Bool) async throws {
        let (folder, value) = (try TemporaryFolder(), try Self.sha256(promised))
        let server = try await LoopbackServer.start { _ in
            LoopbackReply(
                status: 206,
                fields: [
                    .init("Content-Range", "bytes 0-4/10"), .init("Content-Length", "5"),
                    .init(name, name == "Digest" ? "SHA-256=\(value)" : "sha-256=:\(value):"),
                ], body: [.send(Self.part)])
        }
        var request = try Request.get(server.url("/f"))
        request.fields[.range] = "bytes=0-4"
        var options = DownloadOptions()
        options.acceptedStatuses = 200...399
        await expectTaken(isTaken) { [request, options] in
            try await HTTPClient().download(request, to: .file(folder.file("f")), options: options)
        }
        #expect(((try? folder.read("f")) != nil) == isTaken)
        await server.stop()
    }

    @Test("The parts of a resumed or segmented file are checked, each by itself", arguments: [true, false], [1, 2])
    func segments(isRight: Bool, _ count: Int) async throws {
        let scene = try await Scene()
        let bytes = scene.server.bytes
        if count == 1 { await scene.downloadPart(bytes: 1_000_000) }
        let server = try await LoopbackServer.start { request in
            let bounds = request["Range"]?.dropFirst(6).split(separator: "-").compactMap { Int($0) } ?? []
            let first = bounds.first ?? 0
            let last = bounds.count > 1 ? min(bounds[1], bytes.count - 1) : bytes.count - 1
            let part = Array(bytes[first...last])
            let digest = isRight || first == 0 ? try? Digest.sha256(of: part).base64 : try? Self.sha256("x")
            var reply = LoopbackReply.bytes(part)
            (reply.status, reply.fields) = (request["Range"] == nil ? 200 : 206, reply.fields)
            reply.fields += [
                .init("ETag", "\"v1\""), .init("Content-Range", "bytes \(first)-\(last)/\(bytes.count)"),
                .init("Content-Digest", "sha-256=:\(digest ?? ""):"),
            ]
            return reply
        }
        var options = Scene.segmented(count)
        options.retry = .never
        // The record belongs to the URL, so a resumed one asks the new server as a mirror of the first.
        if count == 1 { await scene.server.server.stop() }
        let url = server.url("/file.bin")
        if count == 1 { options.mirrors = [url] }
        let from = count == 1 ? scene.server.url : url
        await expectTaken(isRight) { [options] in
            try await scene.client.download(from, to: .file(scene.path), options: options)
        }
        #expect(scene.has("file.bin") == isRight)
        await server.stop()
    }

    @Test("Digests in announced trailers are checked", arguments: [true, false], ["Content-Digest", "Repr-Digest"])
    func trailers(isRight: Bool, _ name: String) async throws {
        let (folder, value) = (try TemporaryFolder(), try Self.sha256(isRight ? Self.whole : "x"))
        let server = try await LoopbackServer.start(script: [
            .forEachRequest([
                .send(
                    "HTTP/1.1 200 OK\r\nTrailer: \(name)\r\nTransfer-Encoding: chunked\r\n\r\na\r\n\(Self.whole)\r\n0\r\n"
                        + "\(name): sha-256=:\(value):\r\n\r\n")
            ])
        ])
        await expectTaken(isRight) { try await HTTPClient().download(server.url("/"), to: .file(folder.file("a"))) }
        await expectTaken(isRight) {
            try await HTTPClient().perform(.get(server.url("/"))) { _ = try await $0.save(to: folder.file("b")) }
        }
        #expect(((try? folder.read("a")) != nil) == isRight && ((try? folder.read("b")) != nil) == isRight)
        await server.stop()
    }

    private func expectTaken(_ isTaken: Bool, _ work: () async throws -> Void) async {
        do {
            try await work()
            #expect(isTaken)
        } catch {
            #expect(!isTaken && "\(error)".contains("digest is"), "\(error)")
        }
    }

    @Test("Pieces are compared one by one", arguments: [nil, 0, 1, 2])
    func pieces(wrong: Int?) async throws {
        let scene = try await Scene(.init(length: 1000))
        let bytes = scene.server.bytes
        var values = try stride(from: 0, to: 1000, by: 400).map {
            try Digest(.sha1, of: bytes[$0..<min(1000, $0 + 400)]).bytes
        }
        if let wrong { values[wrong][0] ^= 1 }
        var options = Scene.quick
        options.pieces = PieceDigests(.sha1, pieceBytes: 400, values)
        let end = await scene.download(options)
        if wrong == nil {
            _ = try end.get()
        } else if case .failure(.digestMismatch(.sha1, _, _, _)) = end {
        } else {
            Issue.record("\(end)")
        }
        #expect(scene.has("file.bin") == (wrong == nil))
    }

    @Test(
        "Pieces fit a length, or not",
        arguments: [
            (0, 1, true), (1, 1, true), (400, 1, true), (401, 1, false), (401, 2, true), (800, 3, false),
            (-1, 1, false),
        ])
    func fit(_ length: Int64, _ count: Int, _ fits: Bool) throws {
        let value = [UInt8](repeating: 0, count: 20)
        let pieces = try #require(PieceDigests(.sha1, pieceBytes: 400, Array(repeating: value, count: count)))
        #expect(pieces.fit(length: length) == fits)
        #expect(PieceDigests(.sha1, pieceBytes: 0, [value]) == nil && PieceDigests(.sha1, pieceBytes: 1, []) == nil)
        #expect(PieceDigests(.md5, pieceBytes: 1, [value]) == nil)
    }
}
