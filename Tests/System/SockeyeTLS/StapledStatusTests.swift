import SockeyeIO
import SockeyeTransport
import SockeyeTLS
import TestSupport
import Testing

/// How stapled OCSP responses from `openssl s_server` are handled.
struct StapledStatusTests {
    /// What the server staples, and the expected result.
    enum Staple: CaseIterable {
        case good, revoked, revokedLongAgo, unknown, past, future, stranger, otherCertificate, garbage, none

        var problem: StapledStatusProblem? {
            switch self {
            case .good: nil
            case .revoked, .revokedLongAgo: .revoked("keyCompromise")
            case .unknown: .unknown
            case .past, .future: .expired
            case .stranger: .untrusted
            case .otherCertificate: .otherCertificate
            case .garbage: .malformed
            case .none: .absent
            }
        }
    }

    @Test(arguments: Staple.allCases, ["-tls1_2", "-tls1_3"])
    func eachHasItsName(_ staple: Staple, _ version: String) async throws {
        let authority = try ThrowawayCertificate.authority()
        let leaf = try ThrowawayCertificate(commonName: "peer", alternativeNames: "DNS:localhost", issuer: authority)
        let (peer, port, folder) = try await serve(leaf, of: authority, try response(staple, leaf, authority), version)
        func connect(requiringStatus isRequired: Bool) async throws(StreamError) -> TLSSocket {
            var configuration = TLSConfiguration(roots: [.pem(authority.certificate)])
            configuration.requiresStapledStatus = isRequired
            return try await TLSSocket.connect(
                host: "localhost", port: port, configuration: configuration, until: patience)
        }
        if let problem = staple.problem {
            let error = await handshakeFailure { () throws(StreamError) in try await connect(requiringStatus: true) }
            if staple == .garbage, case .protocolFailure = error {
                // s_server may refuse to staple something that isn't a response.
            } else {
                #expect(error == .certificateStatus(problem))
                #expect(error?.description == problem.description)
            }
        } else {
            _ = try await connect(requiringStatus: true)
        }
        // A client that doesn't ask gets no response.
        if staple != .garbage { _ = try await connect(requiringStatus: false) }
        withExtendedLifetime(folder) { peer.kill() }
    }

    /// A resumed session brings no status, so a connection that needs one doesn't resume.
    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func aTicketIsUnusedWhereAStatusIsRequired(_ version: String) async throws {
        let authority = try ThrowawayCertificate.authority()
        let leaf = try ThrowawayCertificate(commonName: "peer", alternativeNames: "DNS:localhost", issuer: authority)
        let (peer, port, folder) = try await serve(
            leaf, of: authority, try leaf.status(.good, issuer: authority), version)
        var configuration = TLSConfiguration(roots: [.pem(authority.certificate)])
        /// One connection after another: s_server has one at a time.
        func connect(_ ticket: TLSTicket?) async throws -> (wasResumed: Bool?, ticket: TLSTicket?) {
            let stream = try await ByteStream.client(
                over: try await Socket.connect(host: "127.0.0.1", port: port),
                context: try TLSContext(client: configuration), host: "localhost", isAddress: false, resuming: ticket,
                until: patience)
            defer { stream.close() }
            try await stream.sendAll(Array("GET / HTTP/1.0\r\n\r\n".utf8), until: patience)
            // A ticket of TLS 1.3 comes after the handshake.
            _ = try await stream.receive(upTo: 5, until: patience)
            return (stream.tlsDetails?.wasResumed, stream.takeTicket())
        }
        let ticket = try #require(try await connect(nil).ticket)
        #expect(try await connect(ticket).wasResumed == true)
        configuration.requiresStapledStatus = true
        #expect(try await connect(ticket).wasResumed == false)
        withExtendedLifetime(folder) { peer.kill() }
    }

    /// `openssl s_server`, its port, and the folder from which it reads the status for each connection.
    private func serve(
        _ leaf: ThrowawayCertificate, of authority: ThrowawayCertificate, _ status: [UInt8]?, _ version: String
    ) async throws -> (Program, UInt16, TemporaryFolder) {
        let folder = try TemporaryFolder()
        try folder.write("leaf.pem", leaf.certificate)
        try folder.write("leaf.key", leaf.key)
        try folder.write("root.pem", authority.certificate)
        if let status { try folder.write("status", bytes: status) }
        let peer = try Program(
            "/usr/bin/openssl",
            [
                "s_server", "-accept", "127.0.0.1:0", "-cert", folder.file("leaf.pem"), "-key", folder.file("leaf.key"),
                "-chainCAfile", folder.file("root.pem"), "-www", version,
            ] + (status == nil ? [] : ["-status_file", folder.file("status")]))
        let text = await peer.waitForText("ACCEPT 127.0.0.1:") + peer.waitForText("\n")
        return (peer, try #require(UInt16(text.split(separator: ":").last?.filter(\.isNumber) ?? "")), folder)
    }

    private func response(
        _ staple: Staple, _ leaf: ThrowawayCertificate, _ authority: ThrowawayCertificate
    ) throws -> [UInt8]? {
        switch staple {
        case .good: try leaf.status(.good, issuer: authority)
        case .revoked: try leaf.status(.revoked, issuer: authority)
        case .revokedLongAgo: try leaf.status(.revoked, from: -9000, until: -8000, issuer: authority)
        case .unknown: try leaf.status(.unknown, issuer: authority)
        case .past: try leaf.status(.good, from: -9000, until: -8000, issuer: authority)
        case .future: try leaf.status(.good, from: 8000, until: 9000, issuer: authority)
        case .stranger:
            try leaf.status(.good, issuer: authority, signer: ThrowawayCertificate.authority(named: "Stranger"))
        case .otherCertificate:
            try ThrowawayCertificate(commonName: "other", alternativeNames: nil, issuer: authority)
                .status(.good, issuer: authority)
        case .garbage: Array("not a response".utf8)
        case .none: nil
        }
    }
}
