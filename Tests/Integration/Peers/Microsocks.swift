import Glibc
import TestSupport

/// A microsocks of a test's own: a SOCKS 5 proxy on a free loopback port; stopped with the test.
final class Microsocks: Sendable {
    let port: UInt16
    private let program: Program

    /// Where it is installed, or `nil`.
    static let path: String? = access("/usr/bin/microsocks", X_OK) == 0 ? "/usr/bin/microsocks" : nil

    /// Starts it; it answers when this returns.
    ///
    /// - Parameter login: user and password; `nil` lets everybody pass.
    init(_ path: String, login: (user: String, password: String)? = nil) async throws {
        let options = login.map { ["-u", $0.user, "-P", $0.password] } ?? []
        for _ in 0..<5 {
            let port = freePort()
            let program = try Program(path, ["-i", "127.0.0.1", "-p", "\(port)"] + options, seconds: 120)
            // It says nothing when it is ready.
            while program.isRunning, !isListening(port) { usleep(5000) }
            if program.isRunning {
                (self.port, self.program) = (port, program)
                return
            }
        }
        throw PeerDidNotStart(log: "microsocks says nothing")
    }

    /// Ends it and waits.
    func stop() async {
        program.kill()
        _ = await program.finish()
    }
}
