import TestSupport

/// A test's own `openssl s_server -www`, on a free loopback port; stopped with the test.
final class OpenSSLServer: Sendable {
    let port: UInt16
    private let program: Program

    /// Starts it and waits until it responds.
    ///
    /// - Parameter options: its certificate, key and other options.
    init(_ options: [String]) async throws {
        program = try Program(
            Certificates.openssl, ["s_server", "-accept", "127.0.0.1:0", "-www"] + options, seconds: 60)
        let text = await program.waitForText("ACCEPT 127.0.0.1:") + program.waitForText("\n")
        guard let port = UInt16(text.split(separator: ":").last?.filter(\.isNumber) ?? "") else {
            throw PeerDidNotStart(log: text + (await program.finish().errorText))
        }
        self.port = port
    }

    /// Stops it and waits.
    func stop() async {
        program.kill()
        _ = await program.finish()
    }
}
