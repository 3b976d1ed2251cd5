internal import Glibc
import SockeyeTLS
import SockeyeTesting
import Testing

/// A peer that sends TLS messages without data: a few are fine, too many end the session.
struct FloodTests {
    /// Both ends of a connection after the handshake.
    private final class Ends {
        let client: TLSSession
        let server: TLSSession
        private let descriptors: [Int32]

        init() throws {
            var ends: [Int32] = [-1, -1]
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
            try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
            descriptors = ends
            let authority = try ThrowawayCertificate.authority(named: "flood")
            var configuration = TLSConfiguration(roots: [])
            configuration.verifiesPeer = false
            client = try TLSSession(
                context: TLSContext(client: configuration), descriptor: ends[0], host: "localhost", isAddress: false)
            server = try TLSSession(
                serverContext: TLSContext(serverCertificate: authority.certificate, key: authority.key),
                descriptor: ends[1])
            var (isClientDone, isServerDone) = (false, false)
            for _ in 0..<20 where !isClientDone || !isServerDone {
                if !isClientDone { isClientDone = try client.handshake() == .done }
                if !isServerDone { isServerDone = try server.handshake() == .done }
            }
            try #require(isClientDone && isServerDone)
        }

        deinit { for descriptor in descriptors { close(descriptor) } }

        func read() throws -> TLSSession.Step {
            try withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
                // SAFETY: the buffer outlives the closure, and `read` does not keep it.
                try client.read(into: buffer)
            }
        }

        func serve(_ count: Int, _ message: TLSSession.Dataless) throws {
            for _ in 0..<count { #expect(try server.send(message) == .done(0)) }
        }

        /// Sends as many as the socket takes, and returns the number.
        func serveAll(_ count: Int, _ message: TLSSession.Dataless) throws -> Int {
            for sent in 0..<count {
                guard try server.send(message) == .done(0) else { return sent }
            }
            return count
        }

        func serveByte() throws {
            // SAFETY: the byte outlives the closure, and `write` does not keep the pointer.
            let step = try withUnsafeBytes(of: UInt8(7)) { bytes throws(TLSError) in try server.write(bytes) }
            #expect(step == .done(1))
        }
    }

    @Test(arguments: [TLSSession.Dataless.keyUpdate, .ticket])
    func aFewAreHonest(_ message: TLSSession.Dataless) throws {
        let ends = try Ends()
        for _ in 0..<5 {
            try ends.serve(10, message)
            #expect(try ends.read() == .wantsRead)
            try ends.serveByte()
            #expect(try ends.read() == .done(1))
        }
    }

    @Test(arguments: [TLSSession.Dataless.keyUpdate, .ticket])
    func aFloodEndsTheSession(_ message: TLSSession.Dataless) throws {
        let ends = try Ends()
        #expect(try ends.serveAll(200, message) > 100)
        // Messages that were already read are processed first; the next read from the socket fails.
        let words = failure {
            for _ in 0..<3 {
                let step = try ends.read()
                #expect(step == .wantsRead)
            }
        }
        #expect(words?.contains("without data") == true, "\(String(describing: words))")
    }

    /// The message of the TLS error that `operation` throws.
    private func failure(of operation: () throws -> Void) -> String? {
        do {
            try operation()
            return nil
        } catch {
            return (error as? TLSError)?.description
        }
    }

    /// An occasional byte of data is no excuse.
    @Test func aFloodWithDataInBetweenIsOneToo() throws {
        let ends = try Ends()
        let words = failure {
            // Many times the limit per second, in much less than a second.
            for _ in 0..<400 {
                try ends.serve(20, .keyUpdate)
                try ends.serveByte()
                let step = try ends.read()
                #expect(step == .done(1))
            }
        }
        #expect(words?.contains("without data") == true, "\(String(describing: words))")
    }
}
