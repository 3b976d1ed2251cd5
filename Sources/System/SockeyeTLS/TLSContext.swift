internal import CSystemShims

// SAFETY: an SSL_CTX may be used by several threads at once once it is set up, and it is not changed after `init`.
/// The settings that connections share: trusted roots and rules (`SSL_CTX`). Make one and use it for all of them.
package final class TLSContext: @unchecked Sendable {
    let raw: OpaquePointer
    let verifiesPeer: Bool
    let pinning: Pinning
    let requiresStapledStatus: Bool
    let checksHostName: Bool
    let describesChain: Bool
    let trustDecision: (@Sendable (TLSTrustQuestion) async -> TLSTrustAnswer)?

    /// Makes a client's context.
    ///
    /// - Throws: `TLSError.unreadableRoots` if a file or folder holds no certificate, `.outOfMemory`.
    package init(client configuration: TLSConfiguration) throws(TLSError) {
        guard let raw = sockeye_tls_client_context() else { throw .outOfMemory }
        self.raw = raw
        verifiesPeer = configuration.verifiesPeer
        pinning = configuration.pinning
        requiresStapledStatus = configuration.requiresStapledStatus
        checksHostName = configuration.checksHostName
        describesChain = configuration.describesChain
        trustDecision = configuration.trustDecision
        if configuration.verifiesPeer || requiresStapledStatus { try trust(configuration.roots) }
        _ = sockeye_tls_context_set_versions(
            raw, configuration.lowestVersion.raw, configuration.highestVersion.raw)
        offer(configuration.applicationProtocols)
        try apply(configuration)
    }

    /// Makes a server's context, for the loopback server and tests.
    ///
    /// - Parameters:
    ///   - certificate: its certificate and the chain up to the root, in PEM.
    ///   - key: the private key, in PEM.
    package init(
        serverCertificate certificate: String, key: String, lowestVersion: TLSConfiguration.Version = .tls12,
        highestVersion: TLSConfiguration.Version = .tls13
    ) throws(TLSError) {
        var made: OpaquePointer?
        let reason = text(capacity: 256) { buffer, capacity in
            made = sockeye_tls_server_context(certificate, key, buffer, capacity)
        }
        guard let made else { throw .unusableCertificate(reason) }
        raw = made
        verifiesPeer = false
        pinning = .none
        requiresStapledStatus = false
        checksHostName = false
        describesChain = false
        trustDecision = nil
        _ = sockeye_tls_context_set_versions(raw, lowestVersion.raw, highestVersion.raw)
        offer(["http/1.1"])
    }

    deinit {
        sockeye_tls_context_free(raw)
    }

    private func trust(_ roots: [TLSConfiguration.Roots]) throws(TLSError) {
        for source in roots {
            let (result, name) =
                switch source {
                case .system: (sockeye_tls_context_trust_system(raw), "the system's store")
                case .file(let path): (sockeye_tls_context_trust_file(raw, path), path)
                case .folder(let path): (sockeye_tls_context_trust_folder(raw, path), path)
                case .pem(let certificates): (sockeye_tls_context_trust_pem(raw, certificates), "the given PEM text")
                }
            if result != 0 { throw .unreadableRoots(name) }
        }
    }

    private func offer(_ protocols: [String]) {
        // RFC 7301 section 3.1: each name is 1 to 255 bytes long, preceded by its length.
        var list: [UInt8] = []
        for name in protocols where (1...255).contains(name.utf8.count) {
            list.append(UInt8(name.utf8.count))
            list += name.utf8
        }
        if !list.isEmpty { _ = sockeye_tls_context_set_protocols(raw, list, UInt32(list.count)) }
    }
}

extension TLSConfiguration.Version {
    var raw: Int32 {
        switch self {
        case .tls12: Int32(SOCKEYE_TLS_1_2)
        case .tls13: Int32(SOCKEYE_TLS_1_3)
        }
    }
}
