import HTTPTypes
import SockeyeClient
import SockeyeDigest
import SockeyeHTTP1
import SockeyeTesting
import SockeyeTransfers
import Testing

/// A mirror is another origin: it gets no secrets of the file's own origin.
@Suite("Secrets and mirrors", .timeLimit(.minutes(1)))
struct MirrorSecretsTests {
    /// The kinds of credentials.
    enum Proof: CaseIterable {
        case password, token, signature
    }

    @Test(arguments: Proof.allCases)
    func stayBehind(_ proof: Proof) async throws {
        let scene = try await Scene(fault: .cuts(after: 1_000_000))
        let mirror = try await FileServer.start()
        var request = try Request.get(scene.server.url)
        request.fields.append(try HTTPField(checkedName: "Host", value: "virtual.example"))
        request.fields[.cookie] = "secret=1"
        request.authentication = AuthenticationOptions(
            sendsBasicAtOnce: true, signature: proof == .signature ? AWSSignature() : nil)
        request.credential = proof == .token ? .bearer(token: "secret") : .password(user: "u", "secret")
        var options = Scene.quick
        options.retry = .never
        options.mirrors = [mirror.url]
        options.checksum = Checksum(.sha256, try Digest.sha256(of: mirror.bytes).bytes)
        _ = try await scene.client.download(request, to: .file(scene.path), options: options)
        #expect(scene.file == mirror.bytes)
        let own = try #require(scene.server.server.receivedRequests.first)
        #expect(own["Authorization"] != nil && own["Cookie"] != nil && own["Host"] == "virtual.example")
        let seen = mirror.server.receivedRequests
        #expect(!seen.isEmpty)
        for request in seen {
            #expect(request["Authorization"] == nil && request["Cookie"] == nil && request["X-Amz-Date"] == nil)
            #expect(request["Host"] == mirror.server.authority)
        }
    }
}
