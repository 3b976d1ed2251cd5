import SockeyeIO
import SockeyeTLS
import SockeyeTesting
import SockeyeTransport
import TestSupport
import Testing

struct TrustTests {
    enum Source: CaseIterable {
        case pem, file, folder, second
    }

    @Test(arguments: Source.allCases)
    func rootsComeFrom(_ source: Source) async throws {
        let server = try await LoopbackServer.secure()
        let folder = try TemporaryFolder()
        try server.writeAuthority(to: folder.file("ca.pem"))
        let other = try ThrowawayCertificate.authority(named: "Somebody else").certificate
        let roots: [TLSConfiguration.Roots] =
            switch source {
            case .pem: [.pem("text before\n" + server.authorityPEM)]
            case .file: [.file(folder.file("ca.pem"))]
            case .folder: [.folder(folder.path)]
            case .second: [.pem(other), .file(folder.file("ca.pem"))]
            }
        if source == .folder {
            let outcome = try await Program.run("/usr/bin/openssl", ["rehash", folder.path])
            try #require(outcome.status == 0, "\(outcome.errorText)")
        }
        let socket = try await server.connect(TLSConfiguration(roots: roots))
        #expect(try await socket.fetchHello().hasPrefix("HTTP/1.1 200 OK\r\n"))
        await server.stop()
    }

    /// A chain may end at an intermediate authority, or at the server's own certificate.
    @Test(arguments: ["root", "middle", "leaf"])
    func trustBeginsAnywhere(_ trusted: String) async throws {
        let folder = try TemporaryFolder()
        let root = try await CertificateAuthority(root: "root", in: folder)
        try await root.issue("middle", .authority("middle"))
        let leaf = CertificateAuthority.Wish { $0.extensions = ["subjectAltName=DNS:localhost"] }
        try await CertificateAuthority(signed: "middle", in: folder).issue("leaf", leaf)
        func text(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }
        let (chain, key) = (try text("leaf.pem") + text("middle.pem"), try text("leaf.key"))
        let server = try await LoopbackServer.secure(.given(chain: chain, key: key))
        let socket = try await server.connect(TLSConfiguration(roots: [.file(folder.file("\(trusted).pem"))]))
        #expect(try await socket.fetchHello().hasPrefix("HTTP/1.1 200 OK\r\n"))
        // Another host's name is still refused.
        let error = await handshakeFailure { () throws(StreamError) in
            try await server.connect(
                host: "127.0.0.1", TLSConfiguration(roots: [.file(folder.file("\(trusted).pem"))]))
        }
        guard case .certificateRefused(.wrongHost, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        await server.stop()
    }

    @Test func systemRootsFollowTheEnvironment() async throws {
        let server = try await LoopbackServer.secure()
        // Our authority is not one of the system's roots.
        let error = await handshakeFailure { () throws(StreamError) in
            try await server.connect(TLSConfiguration(roots: [.system]))
        }
        guard case .certificateRefused(.unknownIssuer, let certificate) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(certificate.issuer == "CN = Sockeye throwaway CA")
        await server.stop()
    }

    @Test(arguments: ["missing", "empty", "garbage"])
    func unreadableRootsAreNamed(_ kind: String) throws {
        let folder = try TemporaryFolder()
        if kind == "empty" { try folder.write(kind, "") }
        if kind == "garbage" {
            try folder.write(kind, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
        }
        let path = folder.file(kind)
        #expect(throws: TLSError.unreadableRoots(path)) {
            try TLSContext(client: TLSConfiguration(roots: [.file(path)]))
        }
        // None of the three is a folder.
        #expect(throws: TLSError.unreadableRoots(path)) {
            try TLSContext(client: TLSConfiguration(roots: [.folder(path)]))
        }
        #expect(throws: TLSError.unreadableRoots("the given PEM text")) {
            try TLSContext(client: TLSConfiguration(roots: [.pem(kind)]))
        }
    }

    @Test("A damaged certificate among good ones is no end of them")
    func noRootIsLeftOut() throws {
        let good = try ThrowawayCertificate.authority().certificate
        let damaged = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
        #expect(throws: Never.self) {
            try TLSContext(client: TLSConfiguration(roots: [.pem("a comment\n\(good)and another\n\(good)\n")]))
        }
        for text in [good + damaged, damaged + good, good + damaged + good, good.dropLast(20) + "\n"] {
            #expect(throws: TLSError.unreadableRoots("the given PEM text")) {
                try TLSContext(client: TLSConfiguration(roots: [.pem(String(text))]))
            }
        }
    }

    /// The certificate, the requested host, the failing check, and what the message must contain.
    struct Fault: Sendable, CustomTestStringConvertible {
        var certificate: LoopbackConfiguration.Certificate
        var host = "localhost"
        var refusal: CertificateRefusal
        var message: [String]
        var testDescription: String { "\(certificate) for \(host)" }
    }

    private static let faults = [
        Fault(certificate: .expired, refusal: .expired, message: ["CN = localhost", "expired on", "GMT"]),
        Fault(
            certificate: .notYetValid, refusal: .notYetValid, message: ["CN = localhost", "not valid before", "GMT"]),
        Fault(certificate: .wrongHost, refusal: .wrongHost, message: ["not for this host", "DNS:wrong.example"]),
        Fault(
            certificate: .wrongHost, host: "127.0.0.1", refusal: .wrongHost,
            message: ["not for this host", "DNS:wrong.example"]),
        Fault(
            certificate: .selfSigned, refusal: .selfSigned, message: ["CN = localhost", "self-signed", "trusted roots"]),
        Fault(
            certificate: .unknownAuthority, refusal: .unknownIssuer,
            message: ["signed by CN = Another throwaway CA", "trusted roots"]),
        Fault(certificate: .weakKey, refusal: .weak, message: ["CN = localhost", "too weak"]),
    ]

    @Test(arguments: faults)
    func eachFaultHasItsName(_ fault: Fault) async throws {
        let server = try await LoopbackServer.secure(fault.certificate)
        let error = await handshakeFailure { () throws(StreamError) in try await server.connect(host: fault.host) }
        guard case .certificateRefused(let refusal, let certificate) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refusal == fault.refusal)
        #expect(certificate.depth == 0)
        #expect(certificate.verificationFailure != nil)
        let message = error?.description ?? ""
        for part in fault.message { #expect(message.contains(part), "\(message)") }
        #expect(!message.contains("\n"))
        let dates = [CertificateRefusal.expired: certificate.notAfter, .notYetValid: certificate.notBefore]
        if let date = dates[refusal] { #expect(message.contains(date)) }
        // Without verification the same server is accepted, and the failure is still reported.
        let socket = try await server.connect(host: fault.host, TLSConfiguration(verifiesPeer: false))
        #expect(try await socket.fetchHello().contains("Hello"))
        #expect(server.receivedRequests.count == 1)
        await server.stop()
    }

    @Test func aFaultNearerToTheRootIsNamed() async throws {
        let root = try ThrowawayCertificate.authority()
        let middle = try ThrowawayCertificate(
            commonName: "Middle", alternativeNames: nil, isAuthority: true, validFrom: -7200, validUntil: -3600,
            issuer: root)
        let leaf = try ThrowawayCertificate(
            commonName: "leaf", alternativeNames: "DNS:localhost", issuer: middle)
        let context = try TLSContext(serverCertificate: leaf.certificate + middle.certificate, key: leaf.key)
        let error = await failure(of: context, roots: [.pem(root.certificate)])
        guard case .certificateRefused(.expired, let certificate) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(certificate.depth == 1)
        #expect(certificate.subject == "CN = Middle")
        #expect(error?.description.hasPrefix("certificate 1 of the chain (CN = Middle) expired on") == true)
    }

    /// A name in the subject no longer counts (RFC 9110 section 4.3.4); only alternative names do.
    @Test func theCommonNameDoesNotCount() async throws {
        let root = try ThrowawayCertificate.authority()
        let leaf = try ThrowawayCertificate(commonName: "localhost", alternativeNames: nil, issuer: root)
        let context = try TLSContext(serverCertificate: leaf.certificate, key: leaf.key)
        let error = await failure(of: context, roots: [.pem(root.certificate)])
        guard case .certificateRefused(.wrongHost, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.contains("no host at all") == true)
    }

    private func failure(of context: TLSContext, roots: [TLSConfiguration.Roots]) async -> TLSError? {
        guard let address = SocketAddress(numericHost: "127.0.0.1", port: 0), let listener = try? Listener(on: address)
        else { return nil }
        async let served = outcome { () throws(any Error) in
            try await ByteStream.server(over: listener.accept(), context: context, until: patience)
        }
        let error = await handshakeFailure { () throws(StreamError) in
            try await TLSSocket.connect(
                host: "localhost", port: listener.address.port, configuration: TLSConfiguration(roots: roots),
                until: patience)
        }
        _ = await served
        return error
    }
}
