import Glibc
import SockeyeIO
import TestSupport

/// A test's own microsocks: a SOCKS 5 proxy on a free loopback port; stopped with the test.
final class Microsocks: Sendable {
    let port: UInt16
    private let program: Program

    /// The installed program, or `nil`.
    static let path: String? = access("/usr/bin/microsocks", X_OK) == 0 ? "/usr/bin/microsocks" : nil

    /// Starts it and waits until it responds.
    ///
    /// - Parameter login: user and password; `nil` allows everyone.
    init(_ path: String, login: (user: String, password: String)? = nil) async throws {
        let options = login.map { ["-u", $0.user, "-P", $0.password] } ?? []
        for _ in 0..<5 {
            let port = freePort()
            let program = try Program(path, ["-i", "127.0.0.1", "-p", "\(port)"] + options, seconds: 120)
            if try await Self.listens(program, port) {
                (self.port, self.program) = (port, program)
                return
            }
        }
        throw PeerDidNotStart(log: "microsocks says nothing")
    }

    /// Waits until the program accepts connections, which it doesn't log. False if it ended or took too long.
    private static func listens(_ program: Program, _ port: UInt16) async throws -> Bool {
        let deadline = Deadline.after(.seconds(10))
        var pause = Duration.milliseconds(1)
        while program.isRunning, !deadline.hasPassed {
            if isListening(port) { return program.isRunning }
            try await EventLoop.shared.sleep(until: min(deadline, .after(pause)))
            pause = min(pause * 2, .milliseconds(50))
        }
        return false
    }

    /// Stops it and waits.
    func stop() async {
        program.kill()
        _ = await program.finish()
    }
}
