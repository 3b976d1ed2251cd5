import HTTPTypes
import SockeyeClient
import SockeyeDigest
import SockeyeFields
import SockeyeHTTP1
import SockeyeTesting
import SockeyeURL
import TestSupport
import Testing

@testable import SockeyeTransfers

@Suite("Mirrors", .timeLimit(.minutes(1)))
struct MirrorTests {
    @Test("Segments are spread over mirrors proven by tag or digest to have the file")
    func spread() async throws {
        for byDigest in [false, true] {
            // Slow enough that the mirror's answer arrives in time.
            let scene = try await Scene(fault: .limps(after: 300_000))
            let mirror = try await FileServer.start(.init(tag: byDigest ? "\"other\"" : "\"v1\""))
            let impostor = try await FileServer.start(.init(base: 9, tag: "\"other\""))
            var options = Scene.segmented(6)
            options.mirrors = [mirror.url] + (byDigest ? [] : [impostor.url])
            if byDigest {
                options.checksum = Checksum(.sha256, try Digest.sha256(of: scene.server.bytes).bytes)
            } else {
                // Only one connection to the first server, so that the mirror's response arrives in time.
                options.segments = .automatic
            }
            _ = try await scene.download(options).get()
            #expect(scene.file == scene.server.bytes)
            #expect(mirror.ranges.contains { $0 != "bytes=0-0" }, "\(mirror.ranges)")
            #expect(impostor.ranges.allSatisfy { $0 == "bytes=0-0" })
        }
    }

    @Test("A failing mirror is dropped")
    func failing() async throws {
        let scene = try await Scene()
        let mirror = try await FileServer.start(fault: .refusesParts(status: 403))
        var options = Scene.segmented(4)
        options.mirrors = [mirror.url, "http://127.0.0.1:1/nobody", "no URL"]
        _ = try await scene.download(options).get()
        #expect(scene.file == scene.server.bytes)
    }

    @Test("A single stream resumes from a mirror that the server named, if a digest verifies the result")
    func named() async throws {
        for hasDigest in [true, false] {
            let mirror = try await FileServer.start(.init(tag: "\"other\""))
            let digest = try Digest.sha256(of: mirror.bytes).base64
            var extra = [ReceivedRequest.Field("Link", "<\(mirror.url)>; rel=duplicate")]
            // RFC 6249 uses the digest of RFC 3230.
            if hasDigest { extra.append(.init("Digest", "SHA-256=\(digest)")) }
            let scene = try await Scene(.init(extra: extra), fault: .cuts(after: 1_000_000))
            var options = Scene.quick
            options.retry = .never
            let end = await scene.download(options)
            if hasDigest {
                let result = try end.get()
                #expect(scene.file == mirror.bytes && result.resumedBytes == 1_000_000)
                guard case .verified = result.completeness else {
                    Issue.record("a mirror was trusted without proof")
                    return
                }
            } else {
                #expect(throws: DownloadError.self) { try end.get() }
                #expect(mirror.methods.isEmpty && !scene.has("file.bin"))
            }
        }
    }

    @Test("Bytes with another digest than the caller's are fetched from the next mirror, whole", arguments: [1, 3])
    func wrongBytes(_ segments: Int) async throws {
        let mirror = try await FileServer.start()
        let wrong = try await FileServer.start(.init(base: 9))
        let scene = try await Scene(.init(base: 7))
        var options = segments == 1 ? Scene.quick : Scene.segmented(segments)
        options.checksum = Checksum(.sha256, try Digest.sha256(of: mirror.bytes).bytes)
        options.mirrors = [wrong.url, "http://127.0.0.1:1/nobody", mirror.url]
        let result = try await scene.download(options).get()
        #expect(scene.file == mirror.bytes && !scene.has("file.bin.part"))
        #expect(result.notices.contains { $0.contains("had another digest") })
        // Nobody has it; that the last one can't be reached is not what matters.
        try scene.folder.write("file.bin", "old")
        options.mirrors.removeLast()
        options.existing = .replace
        guard case .failure(.digestMismatch) = await scene.download(options) else {
            Issue.record("wrong bytes were accepted, or the mismatch was not told")
            return
        }
        #expect(scene.file == Array("old".utf8))
    }

    @Test("A named mirror with another file is detected")
    func impostor() async throws {
        let mirror = try await FileServer.start(.init(base: 7, tag: "\"other\""))
        let scene = try await Scene(fault: .cuts(after: 1_000_000))
        let digest = try Digest.sha256(of: scene.server.bytes).base64
        scene.server.change { file in
            file.extra = [
                .init("Link", "<\(mirror.url)>; rel=duplicate"), .init("Repr-Digest", "sha-256=:\(digest):"),
            ]
        }
        var options = Scene.quick
        options.retry = .never
        let end = await scene.download(options)
        #expect(throws: DownloadError.self) { try end.get() }
        #expect(!scene.has("file.bin"))
    }

    @Test(
        "Proofs that a mirror has the same file",
        arguments: [
            ("\"v1\"", nil, false, true), ("\"v2\"", nil, false, false), ("W/\"v1\"", nil, false, false),
            ("\"v2\"", nil, true, true), ("\"v1\"", "other", true, false), (nil, "same", false, true),
            (nil, nil, false, false),
        ] as [(String?, String?, Bool, Bool)])
    func judgement(_ tag: String?, _ digest: String?, _ isVerified: Bool, _ isSame: Bool) throws {
        let known = try #require(Checksum(.sha256, try Digest.sha256(of: Array("same".utf8)).bytes))
        let probe = MirrorProbe(
            client: .shared, request: try .get("http://a/"), url: try HTTPURL("http://b/"), total: 10,
            validator: EntityTag(parsing: "\"v1\"").map(Validator.entityTag), digests: [known],
            isVerifiedInTheEnd: isVerified, namer: .caller)
        var head = ResponseHead(version: .http11, status: .partialContent, fields: [.contentRange: "bytes 0-0/10"])
        if let tag { head.fields[.eTag] = tag }
        if let digest, let name = HTTPField.Name("Repr-Digest") {
            head.fields[name] = "sha-256=:\(try Digest.sha256(of: Array(digest.utf8)).base64):"
        }
        let place = try HTTPURL("http://b/")
        #expect((probe.judge(head, from: place) != nil) == isSame)
        head.fields[.contentRange] = "bytes 0-0/11"
        #expect(probe.judge(head, from: place) == nil)
    }

    @Test(
        "Which mirrors are allowed: by who named it, its scheme, and whether there is a digest",
        arguments: [
            // mirror, instead of, by the caller, digest, same, may
            ("https://b/", "https://a/", true, false, true, true),
            ("https://b/", "https://a/", true, false, false, false),
            ("https://b/", "https://a/", true, true, false, true),
            ("http://b/", "https://a/", true, false, true, false),
            ("http://b/", "https://a/", true, true, false, true), ("http://b/", "http://a/", true, false, true, true),
            ("https://b/", "http://a/", true, false, true, true),
            ("https://b/", "https://a/", false, false, true, false),
            ("https://b/", "https://a/", false, true, true, true),
            ("http://b/", "https://a/", false, true, true, false),
            ("http://b/", "https://a/", false, false, true, false),
            ("http://b/", "http://a/", false, true, false, true),
            ("http://b/", "http://a/", false, false, true, false),
            ("https://b/", "http://a/", false, false, true, false),
        ] as [(String, String, Bool, Bool, Bool, Bool)])
    func trust(
        _ mirror: String, _ first: String, _ isCallers: Bool, _ hasDigest: Bool, _ isSame: Bool, _ expected: Bool
    ) throws {
        let trust = MirrorTrust(
            of: try HTTPURL(mirror), insteadOf: try HTTPURL(first), namedBy: isCallers ? .caller : .server)
        #expect(trust.mayServe(hasDigest: hasDigest, isSame: isSame) == expected)
    }

    @Test("A server's MD5 or SHA-1 proves nothing; the caller's digest does", arguments: [true, false])
    func proof(_ isCallers: Bool) throws {
        let weak = [Checksum.md5(String(repeating: "0", count: 32)), .sha1(String(repeating: "0", count: 40))]
        for checksum in weak {
            #expect(
                MirrorTrust.isVerified(byCaller: isCallers ? checksum : nil, promised: isCallers ? [] : [checksum])
                    == isCallers)
        }
        let strong = Checksum.sha256(String(repeating: "0", count: 64))
        #expect(MirrorTrust.isVerified(byCaller: nil, promised: weak + [strong]))
        #expect(!MirrorTrust.isVerified(byCaller: nil, promised: []))
    }

    @Test(
        "An https download takes nothing from an http mirror on its ETag alone, in segments and after a cut",
        arguments: [true, false], [true, false])
    func injected(_ isNamedByServer: Bool, _ isCut: Bool) async throws {
        let scene = try await Scene(fault: isCut ? .cuts(after: 1_000_000) : .none, secure: true)
        // The same length and tag, but different bytes.
        let mirror = try await FileServer.start(.init(base: 9))
        var options = isCut ? Scene.quick : Scene.segmented(4)
        options.retry = .never
        options.bytesPerSecond = 6_000_000
        if isNamedByServer {
            scene.server.change { $0.extra = [.init("Link", "<\(mirror.url)>; rel=duplicate")] }
        } else {
            options.mirrors = [mirror.url]
        }
        let end = await scene.download(options)
        #expect(mirror.methods.isEmpty)
        if isCut {
            #expect(throws: DownloadError.self) { try end.get() }
            #expect(!scene.has("file.bin"))
        } else {
            let result = try end.get()
            #expect(scene.file == scene.server.bytes)
            #expect(result.notices.contains { $0.contains("left out the mirror") } == !isNamedByServer)
        }
    }

    @Test("Between http servers, a repeated tag doesn't prove a server-named mirror either")
    func namedByTag() async throws {
        let scene = try await Scene()
        let mirror = try await FileServer.start(.init(base: 9))
        scene.server.change { $0.extra = [.init("Link", "<\(mirror.url)>; rel=duplicate")] }
        _ = try await scene.download(Scene.segmented(4)).get()
        #expect(scene.file == scene.server.bytes && mirror.methods.isEmpty)
    }

    @Test("Link fields name mirrors, nearest first")
    func links() throws {
        var head = ResponseHead(version: .http11, status: .ok, fields: [:])
        if let name = HTTPField.Name("Link") {
            head.fields[name] =
                "<http://far/f>; rel=duplicate; pri=9, </near>; rel=\"duplicate\"; pri=1, <http://x/>; rel=next"
        }
        let links = MirrorProbe.links(in: head, at: try HTTPURL("http://a/f"))
        #expect(links.map(\.href) == ["http://a/near", "http://far/f"])
    }

    @Test("Secrets stay with their origin")
    func secrets() throws {
        let request = try Request.get("http://a/f", fields: [.authorization: "x", .cookie: "y", .accept: "*/*"])
        #expect(request.moved(to: try HTTPURL("http://b/f")).fields == [.accept: "*/*"])
        #expect(request.moved(to: try HTTPURL("http://a/g")).fields == request.fields)
    }
}
