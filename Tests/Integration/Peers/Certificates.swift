import TestSupport

/// A peer could not be started, with its output.
struct PeerDidNotStart: Error {
    let log: String
}

/// Test certificates made by `openssl`.
enum Certificates {
    static let openssl = "/usr/bin/openssl"

    /// Runs `openssl`; throws if it fails.
    @discardableResult
    static func run(_ words: [String]) async throws -> String {
        let outcome = try await Program.run(openssl, words)
        guard outcome.status == 0 else { throw PeerDidNotStart(log: outcome.errorText) }
        return outcome.text
    }

    /// Makes a self-signed certificate for localhost and 127.0.0.1, and its key, as two files in a folder.
    static func make(
        _ certificate: String, _ key: String, in folder: TemporaryFolder,
        kind: [String] = ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"], subject: String = "peer of a test"
    ) async throws {
        try await run(
            ["req", "-x509", "-newkey"] + kind + [
                "-nodes", "-days", "2", "-subj", "/CN=\(subject)", "-addext",
                "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", folder.file(key), "-out",
                folder.file(certificate),
            ])
    }
}
