import Glibc
import SockeyeIO
import SockeyeTesting
import SockeyeURL
import SockeyeWebSocket
import TestSupport
import Testing

@testable import SockeyeBackground

/// Five attacks that once got through, from end to end.
@Suite(.timeLimit(.minutes(2))) struct AttackTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// However small the frames are, memory stays small: 0.6 MB on the wire are 608 MiB of zeros.
    @Test(.disabled(if: Surroundings.isSanitized, "a sanitizer keeps more in memory"))
    func aBombInSmallFramesIsNotHeld() async throws {
        let (seen, gate) = (Gate(), Gate())
        let bomb = try DeflatedBomb.frames(19)
        #expect(bomb.count < 700_000)
        let server = try await LoopbackServer.start(
            script: [
                // The pong (6 bytes) comes when everything before the ping is handled.
                DeflatedBomb.acceptance, .sendBytes(bomb + [0x89, 0]), .receive(6), .open(seen), .pause(until: gate),
                .sendBytes([0x88, 2, 0x03, 0xE8]), .awaitEnd,
            ])
        let url = "ws" + server.url("/").dropFirst(4)
        let words = ["-q", "-sSN", "--ws-linger", "60", "-o", "/dev/null", "-w", "%{size_download}", url]
        let program = try Program(SideBySide.sockeye, words, seconds: 100)
        try await seen.wait(until: .after(.seconds(90)))
        #expect(try program.peakMemory() < 40_000)
        gate.open()
        let outcome = await program.finish()
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(Int(outcome.text).map { $0 >= 19 * 32 << 20 } == true, "\(outcome.text)")
        await server.stop()
    }

    /// A name server that answers for one name only, in a machine of its own: `mount` and `unshare` need root.
    private static let silence = #"""
        set -eu
        cd "$1"
        ip link set lo up
        mount --make-rprivate /
        echo "nameserver 127.0.0.1" >resolv.conf
        echo "hosts: files dns" >nsswitch.conf
        mount --bind resolv.conf /etc/resolv.conf
        mount --bind nsswitch.conf /etc/nsswitch.conf
        cat >server.py <<'END'
        import http.server, os, socket, struct, threading
        names = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        names.bind(("127.0.0.1", 53))
        def answer():
            asked = set()
            while True:
                question, client = names.recvfrom(2000)
                end = question.index(b"\0", 12)
                if question[13:17] != b"fast":
                    asked.add(question[12:end])
                    open("asked", "w").write(str(len(asked)))
                    continue
                isAddress = question[end + 2] == 1
                names.sendto(question[:2] + b"\x81\x80" + struct.pack(">4H", 1, isAddress, 0, 0) + question[12:end + 5]
                    + (b"\xc0\x0c\0\1\0\1\0\0\0\x3c\0\4\x7f\0\0\1" if isAddress else b""), client)
        threading.Thread(target=answer, daemon=True).start()
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 80), http.server.SimpleHTTPRequestHandler)
        open("ready", "w")
        server.serve_forever()
        END
        python3 server.py >/dev/null 2>&1 &
        trap 'kill $!' EXIT
        until test -e ready; do :; done
        for turn in 1 2 3; do
            "$0" -q -Z --parallel-max 60 -m 2 --stderr /dev/null -o /dev/null -w '%{url} %{time_namelookup} %{http_code}\n' \
                "http://slow[1-40].$2/" -o /dev/null http://fast.test/ready || test $? = 28
        done
        """#

    @Test(
        "Forty silent names: a fast one is found while all are asked for",
        .enabled(
            if: geteuid() == 0 && access("/sbin/ip", X_OK) == 0 && access("/usr/bin/unshare", X_OK) == 0,
            "needs root, ip (iproute2) and unshare"), arguments: ["test", "other"])
    func silentNames(_ domain: String) async throws {
        let outcome = try await Program.run(
            "/usr/bin/unshare", ["-nm", "/bin/bash", "-c", Self.silence, SideBySide.sockeye, folder.path, domain],
            seconds: 60)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let fast = outcome.text.split(separator: "\n").filter { $0.contains("/fast.") && $0.hasSuffix(" 200") }
        #expect(fast.count == 3, "\(outcome.text)")
        // On an idle machine within 100 ms; other tests keep the processors busy. A thread of a silent name is free after seconds.
        let best = fast.compactMap { Double($0.split(separator: " ")[1]) }.min()
        #expect(best.map { $0 < 0.5 } == true, "\(fast)")
        // Each of the forty was being asked for.
        #expect(try folder.read("asked") == Array("40".utf8))
    }

    /// Sixteen of them once held every thread for files.
    @Test("Bodies from silent pipes keep no other transfer waiting")
    func pipes() async throws {
        let server = try await LoopbackServer.start()
        try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
        var words = ["-q", "-sS", "-Z", "--parallel-max", "60", "-m", "3"]
        for _ in 0..<40 { words += ["-T", folder.file("pipe"), "-o", "/dev/null", server.url("/put")] }
        words += ["-o", folder.file("b"), server.url("/hello")]
        let program = try Program(SideBySide.sockeye, words)
        try await folder.wait { (try? folder.read("b"))?.isEmpty == false }
        #expect(program.isRunning)
        #expect(await program.finish().status == 28)
        await server.stop()
    }

    @Test("A planted journal: no job is lost, nothing is uploaded")
    func plantedJournal() async throws {
        let secret = try folder.write("secret", "S3CRET")
        let sent = Gate()
        let queue = folder.file("queue")
        let place = queue + "/journal"
        let server = try await LoopbackServer.start { request in
            if request.method != "GET" { sent.open() }
            guard request.path == "/evil", let host = request["Host"], let target = try? HTTPURL("http://\(host)/take")
            else { return .text("honest") }
            let planted = JournalLine.header + JournalLine.bytes(of: .added("p", .upload(secret, to: target)))
            return .text(String(decoding: planted, as: UTF8.self))
        }
        let transfers = try BackgroundTransfers(folder: queue)
        let evil = try await transfers.download(
            server.url("/evil"), to: folder.file("down"), .init(replacesExisting: true))
        let honest = try await transfers.download(server.url("/honest"), to: folder.file("file"))
        // The link comes after the job.
        try #require(symlink(place, folder.file("down")) == 0)
        for _ in 0..<2 { #expect(try await BackgroundTransfers.work(in: queue, grace: .zero)) }
        let status = try transfers.status()
        #expect(status[honest]?.state.name == "done")
        #expect(status[evil]?.state.name == "failed")
        #expect(try folder.read("file") == Array("honest".utf8))
        #expect(!sent.isOpen)
        await server.stop()
    }

    /// Names of fields that services, proxies and frameworks use for secrets.
    private static let secretNames = """
        Authorization Proxy-Authorization Cookie Cookie2 X-Forwarded-Authorization X-Original-Authorization X-Registry-Auth \
        X-Serverless-Authorization X-Auth X-Authentication X-Session X-Session-Id X-Signature Stripe-Signature X-Hub-Signature \
        X-Hub-Signature-256 X-Credentials X-Credential X-JWT X-Goog-Iap-Jwt-Assertion Cf-Access-Jwt-Assertion X-Passwd \
        X-Password X-OTP X-Ms-Client-Principal Authentication X-Api-Key Api-Key ApiKey X-Auth-Token X-Auth-Key Private-Token \
        X-Gitlab-Token Job-Token Deploy-Token X-Vault-Token DPoP X-Amz-Security-Token X-Access-Token X-Refresh-Token \
        X-Id-Token X-CSRF-Token X-XSRF-Token X-Secret X-Client-Secret X-Shared-Secret Ocp-Apim-Subscription-Key \
        X-Functions-Key X-Goog-Api-Key X-Shopify-Access-Token X-Figma-Token X-Plex-Token X-Emby-Token X-Consul-Token \
        X-Rapidapi-Key Fastly-Key Circle-Token X-Subject-Token X-Service-Token X-Bearer X-Pin X-MFA X-SSO X_Api_Key
        """.split(separator: " ").map(String.init)

    @Test("Of 64 names none is in clear", arguments: ["--har", "--explain-page", "--record", "--explain"])
    func secrets(_ option: String) async throws {
        #expect(Self.secretNames.count == 64)
        let fields = Self.secretNames.map { name in
            (name, name.hasPrefix("Cookie") ? "a=S3CRET" : name.hasSuffix("uthorization") ? "Bearer S3CRET" : "S3CRET")
        }
        let server = try await LoopbackServer.start { _ in
            var reply = LoopbackReply.text("hello")
            reply.fields += fields.map { .init($0.0, $0.1) }
            return reply
        }
        let file = folder.file("shown")
        var words = ["-q", "-sS"] + (option == "--explain" ? [option, "--stderr", file] : [option, file])
        words += fields.flatMap { ["-H", "\($0.0): \($0.1)"] } + ["-o", "/dev/null", server.url("/")]
        let outcome = try await Program.run(SideBySide.sockeye, words)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        let shown = String(decoding: try folder.read("shown"), as: UTF8.self)
        #expect(!shown.contains("S3CRET"), "\(shown)")
        #expect(option == "--explain" || shown.contains("Fastly-Key"))
        let request = try #require(server.receivedRequests.first)
        for (name, value) in fields { #expect(request.values(name) == [value], "\(name)") }
        await server.stop()
    }
}

/// Frames of 100 bytes that decompress to zeros.
enum DeflatedBomb {
    /// The server's acceptance of permessage-deflate.
    static let acceptance = Step.acceptWebSocket(lines: "Sec-WebSocket-Extensions: permessage-deflate\r\n")

    /// Of each `count` parts come 32 MiB.
    static func frames(_ count: Int) throws -> [UInt8] {
        var codec = WebSocketCodec(role: .server, compression: PerMessageDeflate())
        var message: [UInt8] = []
        try codec.encode([UInt8](repeating: 0, count: 32 << 20).span.bytes, .binary, into: &message)
        // A block that ends at a byte's boundary, again and again: RFC 7692 section 7.2.1 takes its end away.
        let block = message[4...] + [0, 0, 0xFF, 0xFF]
        var frames: [UInt8] = []
        for number in 0..<count {
            for start in stride(from: block.startIndex, to: block.endIndex, by: 100) {
                let piece = block[start..<min(start + 100, block.endIndex)]
                let isFirst = number == 0 && start == block.startIndex
                frames += [isFirst ? 0x42 : 0, UInt8(piece.count)] + piece
            }
        }
        return frames + [0x80, 1, 0]
    }
}
