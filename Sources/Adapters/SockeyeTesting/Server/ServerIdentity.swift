internal import SockeyeTLS

/// A server's throwaway authority, and a TLS context with the certificate it signed, or should have.
struct ServerIdentity: Sendable {
    let authorityPEM: String
    let context: TLSContext

    private static let names = "DNS:localhost,IP:127.0.0.1,IP:::1"
    private static let day: Int64 = 86_400

    init(_ configuration: LoopbackConfiguration) throws(TLSError) {
        if case .given(let chain, let key) = configuration.certificate {
            authorityPEM = ""
            context = try TLSContext(
                serverCertificate: chain, key: key, lowestVersion: configuration.lowestVersion,
                highestVersion: configuration.highestVersion)
            return
        }
        let authority = try ThrowawayCertificate.authority()
        let leaf = try Self.leaf(configuration.certificate, authority: authority)
        authorityPEM = authority.certificate
        context = try TLSContext(
            serverCertificate: leaf.certificate, key: leaf.key, lowestVersion: configuration.lowestVersion,
            highestVersion: configuration.certificate == .weakKey ? .tls12 : configuration.highestVersion)
    }

    private static func leaf(
        _ kind: LoopbackConfiguration.Certificate, authority: ThrowawayCertificate
    ) throws(TLSError) -> ThrowawayCertificate {
        switch kind {
        case .trusted, .given:
            try ThrowawayCertificate(commonName: "localhost", alternativeNames: names, issuer: authority)
        case .expired:
            try ThrowawayCertificate(
                commonName: "localhost", alternativeNames: names, validFrom: -3 * day, validUntil: -day,
                issuer: authority)
        case .notYetValid:
            try ThrowawayCertificate(
                commonName: "localhost", alternativeNames: names, validFrom: day, validUntil: 3 * day,
                issuer: authority)
        case .wrongHost:
            try ThrowawayCertificate(
                commonName: "localhost", alternativeNames: "DNS:wrong.example", issuer: authority)
        case .selfSigned:
            try ThrowawayCertificate(commonName: "localhost", alternativeNames: names, issuer: nil)
        case .unknownAuthority:
            try ThrowawayCertificate(
                commonName: "localhost", alternativeNames: names,
                issuer: ThrowawayCertificate.authority(named: "Another throwaway CA"))
        case .weakKey:
            try ThrowawayCertificate(
                commonName: "localhost", alternativeNames: names, key: .weakRSA512, issuer: authority)
        }
    }
}
