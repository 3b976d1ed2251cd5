import SockeyeIO
import SockeyeTLS
import SockeyeTesting
import SockeyeTransport
import Synchronization
import TestSupport
import Testing

/// What the caller is asked about a server that would be refused.
struct TrustDecisionTests {
    /// Keeps the questions, and gives the same answer to all.
    private final class Judge: Sendable {
        private let asked = Mutex<[TLSTrustQuestion]>([])
        private let answer: TLSTrustAnswer

        init(_ answer: TLSTrustAnswer) {
            self.answer = answer
        }

        var questions: [TLSTrustQuestion] { asked.withLock { $0 } }

        func decide(_ question: TLSTrustQuestion) -> TLSTrustAnswer {
            asked.withLock { $0.append(question) }
            return answer
        }
    }

    private func settings(_ server: LoopbackServer, _ judge: Judge) -> TLSConfiguration {
        var settings = TLSConfiguration(roots: [.pem(server.authorityPEM)])
        settings.trustDecision = { judge.decide($0) }
        return settings
    }

    private static let faults: [(LoopbackConfiguration.Certificate, CertificateRefusal)] = [
        (.expired, .expired), (.notYetValid, .notYetValid), (.wrongHost, .wrongHost), (.selfSigned, .selfSigned),
        (.unknownAuthority, .unknownIssuer), (.weakKey, .weak),
    ]

    @Test(arguments: faults, [12...12, 13...13])
    func eachFaultIsAskedAbout(
        _ fault: (LoopbackConfiguration.Certificate, CertificateRefusal), _ versions: ClosedRange<Int>
    ) async throws {
        // TLS 1.3 has no signature for a key as short as this one.
        if fault.1 == .weak, versions == 13...13 { return }
        let server = try await LoopbackServer.secure(fault.0, versions: versions)
        let expected = await handshakeFailure { () throws(StreamError) in try await server.connect() }
        let refuser = Judge(.refuse)
        let error = await handshakeFailure { () throws(StreamError) in
            try await server.connect(settings(server, refuser))
        }
        #expect(error == expected)
        let question = try #require(refuser.questions.first)
        #expect(refuser.questions.count == 1)
        #expect(question.host == "localhost")
        #expect(question.failure == expected)
        guard case .certificateRefused(fault.1, let certificate) = question.failure else {
            Issue.record("\(question.failures)")
            return
        }
        #expect(question.chain.first?.summary == certificate)
        #expect(server.receivedRequests.isEmpty)

        let accepter = Judge(.accept)
        let socket = try await server.connect(settings(server, accepter))
        #expect(accepter.questions == [question])
        let details = try #require(socket.details)
        #expect(details.warnings == [.acceptedByCaller(question.failures)])
        #expect(details.certificate?.verificationFailure == certificate.verificationFailure)
        #expect(try await socket.fetchHello().contains("Hello"))
        await server.stop()
    }

    @Test(arguments: [12...12, 13...13]) func aGoodServerIsNotAskedAbout(_ versions: ClosedRange<Int>) async throws {
        let server = try await LoopbackServer.secure(versions: versions)
        let judge = Judge(.refuse)
        let socket = try await server.connect(settings(server, judge))
        #expect(try await socket.fetchHello().contains("Hello"))
        #expect(socket.details?.warnings == [])
        var unverified = settings(server, judge)
        (unverified.verifiesPeer, unverified.roots) = (false, [])
        #expect(try await server.connect(unverified).fetchHello().contains("Hello"))
        #expect(judge.questions.isEmpty)
        await server.stop()
    }

    /// Accepting an expired certificate must not hide that it is another host's, and not pinned either.
    @Test func everyFailureIsListed() async throws {
        let folder = try TemporaryFolder()
        let root = try await CertificateAuthority(root: "root", in: folder)
        let wish = CertificateAuthority.Wish {
            $0.extensions = ["subjectAltName=DNS:other.example"]
            $0.from = "20200101000000Z"
            $0.until = "20200201000000Z"
        }
        try await root.issue("leaf", wish)
        func text(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }
        let chain = try text("leaf.pem") + text("root.pem")
        let server = try await LoopbackServer.secure(.given(chain: chain, key: try text("leaf.key")))
        let judge = Judge(.accept)
        var configuration = settings(server, judge)
        configuration.roots = [.file(folder.file("root.pem"))]
        configuration.pinning = Pinning(publicKeys: [[UInt8](repeating: 7, count: 32)])
        let socket = try await server.connect(configuration)
        let question = try #require(judge.questions.first)
        let kinds = question.failures.map { failure -> String in
            switch failure {
            case .certificateRefused(let refusal, let certificate): "\(refusal) \(certificate.depth)"
            case .notPinned: "notPinned"
            default: "\(failure)"
            }
        }
        #expect(Set(kinds) == ["expired 0", "wrongHost 0", "notPinned"] && kinds.count == 3, "\(kinds)")
        #expect(socket.details?.warnings == [.acceptedByCaller(question.failures)])
        // The fingerprints and the bytes, as openssl computes them.
        func openssl(_ words: String) async throws -> [UInt8] {
            try await Program.run("/bin/sh", ["-c", "openssl x509 -in \(folder.file("leaf.pem")) \(words)"]).output
        }
        #expect(question.chain.map(\.summary.subject) == ["CN = localhost", "CN = root"])
        #expect(try await question.chain.first?.der == openssl("-outform DER"))
        #expect(try await question.certificateDigest == openssl("-outform DER | openssl sha256 -binary"))
        #expect(
            try await question.publicKeyDigest
                == openssl("-pubkey -noout | openssl pkey -pubin -outform DER | openssl sha256 -binary"))
        await server.stop()
    }

    @Test func aRevokedCertificateIsAskedAbout() async throws {
        let folder = try TemporaryFolder()
        let root = try await CertificateAuthority(root: "root", in: folder)
        try await root.issue("leaf")
        try await root.revoke("leaf")
        try await root.writeRevocationList(to: "list.pem")
        func text(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }
        let server = try await LoopbackServer.secure(.given(chain: try text("leaf.pem"), key: try text("leaf.key")))
        let judge = Judge(.refuse)
        var configuration = settings(server, judge)
        configuration.roots = [.file(folder.file("root.pem"))]
        configuration.revocationListFile = folder.file("list.pem")
        let error = await handshakeFailure { () throws(StreamError) in try await server.connect(configuration) }
        guard case .certificateRefused(.revoked, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(judge.questions.map(\.failures) == [error.map { [$0] }])
        await server.stop()
    }

    /// With and without verification of the chain, over both versions.
    @Test(arguments: [12...12, 13...13], [true, false])
    func aMissedPinIsAskedAbout(_ versions: ClosedRange<Int>, _ verifies: Bool) async throws {
        let server = try await LoopbackServer.secure(versions: versions)
        for answer in [TLSTrustAnswer.refuse, .accept] {
            let judge = Judge(answer)
            var configuration = settings(server, judge)
            configuration.verifiesPeer = verifies
            configuration.pinning = Pinning(publicKeys: [[UInt8](repeating: 7, count: 32)])
            let question: TLSTrustQuestion?
            if answer == .accept {
                let socket = try await server.connect(configuration)
                question = judge.questions.first
                #expect(socket.details?.warnings == [.acceptedByCaller(question?.failures ?? [])])
                #expect(try await socket.fetchHello().contains("Hello"))
            } else {
                let error = await handshakeFailure { () throws(StreamError) in try await server.connect(configuration) }
                question = judge.questions.first
                #expect(error == question?.failure)
            }
            #expect(judge.questions.count == 1)
            let seen = PinMismatch(
                publicKey: question?.publicKeyDigest ?? [], certificate: question?.certificateDigest ?? [])
            #expect(question?.failures == [.notPinned(seen)])
        }
        await server.stop()
    }

    /// In TLS 1.2 the status comes after the certificate, and the acceptance of one is not that of the other.
    @Test(arguments: [12...12, 13...13]) func aMissingStatusIsAskedAbout(_ versions: ClosedRange<Int>) async throws {
        let server = try await LoopbackServer.secure(.unknownAuthority, versions: versions)
        let judge = Judge(.accept)
        var configuration = settings(server, judge)
        configuration.requiresStapledStatus = true
        let socket = try await server.connect(configuration)
        #expect(judge.questions.map(\.failures.count) == (versions == 12...12 ? [1, 1] : [2]))
        let failures = judge.questions.flatMap(\.failures)
        #expect(failures.last == .certificateStatus(.absent))
        #expect(socket.details?.warnings == [.acceptedByCaller(failures)])
        #expect(try await socket.fetchHello().contains("Hello"))
        // Accepted at first, refused then.
        configuration.trustDecision = { question in
            if case .certificateStatus = question.failures.last { .refuse } else { .accept }
        }
        let refusal = await handshakeFailure { () throws(StreamError) in try await server.connect(configuration) }
        #expect(refusal == (versions == 12...12 ? failures.last : failures.first))
        #expect(server.receivedRequests.count == 1)
        await server.stop()
    }

    // MARK: Waiting for the answer

    /// The closure doesn't care about cancellation; the handshake ends all the same.
    @Test func cancellationEndsTheQuestion() async throws {
        let server = try await LoopbackServer.secure(.selfSigned)
        let (asked, sayAsked) = AsyncStream.makeStream(of: Void.self)
        let (answered, answer) = AsyncStream.makeStream(of: Void.self)
        var configuration = TLSConfiguration(roots: [.pem(server.authorityPEM)])
        configuration.trustDecision = { _ in
            sayAsked.yield()
            await Task { for await _ in answered { break } }.value
            return .accept
        }
        let settings = configuration
        let task = Task { try await server.connect(settings).details }
        for await _ in asked { break }
        task.cancel()
        await #expect(throws: StreamError.io(.cancelled)) { try await task.value }
        answer.finish()
        #expect(server.receivedRequests.isEmpty)
        await server.stop()
    }

    @Test func theDeadlineEndsTheQuestion() async throws {
        let server = try await LoopbackServer.secure(.selfSigned)
        let (cancelled, sayCancelled) = AsyncStream.makeStream(of: Bool.self)
        var configuration = TLSConfiguration(roots: [.pem(server.authorityPEM)])
        configuration.trustDecision = { _ in
            try? await Gate().wait(until: .never)
            sayCancelled.yield(Task.isCancelled)
            return .accept
        }
        await #expect(throws: StreamError.io(.timedOut)) {
            try await TLSSocket.connect(
                host: "localhost", port: server.port, configuration: configuration, until: .after(.milliseconds(300)))
        }
        // The closure's task was cancelled.
        for await wasCancelled in cancelled {
            #expect(wasCancelled)
            break
        }
        await server.stop()
    }
}
