import Glibc
import HTTPTypes
import SockeyeClient
import SockeyeDigest
import SockeyeTLS
import SockeyeTesting
import SockeyeTransfers
import SockeyeURL
import Synchronization
import TestSupport
import Testing

/// Resumable uploads to different servers, and which of them get credentials.
struct ResumableServerTests {
    @Test func aServerWithoutResumptionJustTakesIt() async throws {
        let scene = try await UploadScene(.ietf, draft: { $0.isSpoken = false })
        let result = try await scene.upload()
        #expect(result.spoken == nil)
        #expect(result.response?.text() == "taken\n")
        scene.expectWhole()
        await scene.server.stop()
    }

    /// The server gives its limit in OPTIONS, only in 104, or only with 413.
    @Test(arguments: [true, false], [true, false]) func limits(_ inOptions: Bool, _ interim: Bool) async throws {
        let scene = try await UploadScene(
            .ietf,
            draft: {
                ($0.maxAppendSize, $0.minAppendSize, $0.tellsOptions, $0.sendsInterim) = (
                    1_000_000, 1000, inOptions, interim
                )
            })
        let result = try await scene.upload(ResumableUploadOptions(inOptions ? nil : .ietf))
        #expect(result.spoken == .ietf)
        scene.expectWhole()
        #expect(scene.server.receivedRequests.allSatisfy { $0.bodyLength <= 1_000_000 })
        await scene.server.stop()
    }

    /// The upload's place is relative to the URL that answered (RFC 9110 section 10.2.2), not to the one before the redirect.
    @Test func thePlaceIsWhereTheRedirectLed() async throws {
        let scene = try await UploadScene(.ietf, [.cutInBody(after: 1_000_000)])
        let target = scene.server.url("/files/x")
        let front = try await LoopbackServer.start { _ in
            LoopbackReply(status: 307, fields: [.init("Location", target)])
        }
        var options = scene.options
        options.spoken = .ietf
        _ = try await scene.upload(options) { $0.url = try HTTPURL(front.url("/up")) }
        scene.expectWhole()
        #expect(front.receivedRequests.allSatisfy { $0.path == "/up" })
        await scene.server.stop()
        await front.stop()
    }

    @Test func aServerInFrontTakesSmallBodiesOnly() async throws {
        let scene = try await UploadScene(.tus, tus: { $0.maxBody = 800_000 })
        _ = try await scene.upload()
        scene.expectWhole()
        await scene.server.stop()
    }

    @Test(arguments: ResumableProtocol.allCases) func tooLarge(_ spoken: ResumableProtocol) async throws {
        for chosen in [nil, spoken] {
            let scene = try await UploadScene(spoken, tus: { $0.maxSize = 1000 }, draft: { $0.maxSize = 1000 })
            var options = scene.options
            options.spoken = chosen
            let error = await #expect(throws: ResumableUploadError.self) { try await scene.upload(options) }
            guard case .tooLarge(length: 3_000_000, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(scene.server.receivedRequests.allSatisfy { $0.bodyLength == 0 })
            await scene.server.stop()
        }
    }

    @Test func checksums() async throws {
        let scene = try await UploadScene(
            .tus, [.cutInBody(after: 1_500_000)],
            tus: {
                $0.digest = { name, bytes in
                    Digest.Algorithm(name: name).flatMap { try? Digest($0, of: bytes).base64 }
                }
            })
        var options = scene.options
        options.sendsChecksums = true
        options.metadata = ["filename": "file.bin"]
        _ = try await scene.upload(options)
        scene.expectWhole()
        let sums = scene.server.receivedRequests.compactMap { $0["Upload-Checksum"] }
        #expect(sums.count == 2)
        #expect(sums.allSatisfy { $0.hasPrefix("sha256 ") })
        #expect(scene.server.receivedRequests.contains { $0["Upload-Metadata"] == "filename ZmlsZS5iaW4=" })

        let draft = try await UploadScene(.ietf)
        options.sendsChecksums = true
        _ = try await draft.upload(options)
        let expected = try Digest(.sha256, of: UploadScene.pattern).base64
        #expect(draft.server.receivedRequests.last?["Content-Digest"] == "sha-256=:\(expected):")
        await scene.server.stop()
        await draft.server.stop()
    }

    // MARK: Credentials

    @Test(arguments: ResumableProtocol.allCases)
    func credentialsStayAtTheirOrigin(_ spoken: ResumableProtocol) async throws {
        // The target of the hostile server: it follows the protocol, asks for the password, and must not get it.
        let other = try await UploadScene(
            spoken, tus: { $0.authorization = "Basic dTpw" }, draft: { $0.authorization = "Basic dTpw" })
        let scene = try await UploadScene(
            spoken, [.place("http://127.0.0.1:\(other.server.port)/uploads/u1"), .cutInBody(after: 1_000_000)],
            tus: { $0.authorization = "Basic dTpw" }, draft: { $0.authorization = "Basic dTpw" })
        await #expect(throws: ResumableUploadError.self) {
            try await scene.upload { request in
                request.credential = .password(user: "u", "p")
                request.fields[.cookie] = "secret=1"
            }
        }
        #expect(scene.server.receivedRequests.contains { $0["Authorization"] == "Basic dTpw" && $0["Cookie"] != nil })
        let seen = other.server.receivedRequests
        #expect(!seen.isEmpty)
        for request in seen { #expect(request["Authorization"] == nil && request["Cookie"] == nil) }
        await scene.server.stop()
        await other.server.stop()
    }

    @Test(arguments: ResumableProtocol.allCases, [false, true])
    func credentialsGoToTheUploadsPlace(_ spoken: ResumableProtocol, _ inURL: Bool) async throws {
        let scene = try await UploadScene(
            spoken, [.cutInBody(after: 1_000_000)], tus: { $0.authorization = "Basic dTpw" },
            draft: { $0.authorization = "Basic dTpw" })
        let url = scene.server.url("/files/x")
        _ = try await scene.upload { request in
            if inURL {
                request.url = try HTTPURL(url.replacing("http://", with: "http://u:p@"))
            } else {
                request.credential = .password(user: "u", "p")
            }
        }
        scene.expectWhole()
        await scene.server.stop()
    }
}
