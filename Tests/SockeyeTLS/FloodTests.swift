internal import Glibc
import SockeyeLoopback
import SockeyeTLS
import Testing

/// A peer that sends messages of TLS which carry no data: a few are honest, more end the session.
struct FloodTests {
    /// Both ends of a connection whose handshake is complete.
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
                if !isClientDone { isClientDone = try client.handshake() == .done(0) }
                if !isServerDone { isServerDone = try server.handshake() == .done(0) }
            }
            try #require(isClientDone && isServerDone)
        }

        deinit { for descriptor in descriptors { close(descriptor) } }

        func read() throws -> TLSSession.Step {
            try withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
                // SAFETY: the buffer lives for the closure and is used during the call only.
                try client.read(into: buffer)
            }
        }

        func serve(_ count: Int, _ message: TLSSession.Dataless) throws {
            for _ in 0..<count { #expect(try server.send(message) == .done(0)) }
        }

        /// As many as the socket takes, which is told.
        func serveAll(_ count: Int, _ message: TLSSession.Dataless) throws -> Int {
            for sent in 0..<count {
                guard try server.send(message) == .done(0) else { return sent }
            }
            return count
        }

        func serveByte() throws {
            // SAFETY: the pointer is used during the call only.
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
        // What was read already is looked at; the next look at the socket ends it.
        let words = failure {
            for _ in 0..<3 {
                let step = try ends.read()
                #expect(step == .wantsRead)
            }
        }
        #expect(words?.contains("without data") == true, "\(String(describing: words))")
    }

    /// The words of the TLS error that `operation` throws.
    private func failure(of operation: () throws -> Void) -> String? {
        do {
            try operation()
            return nil
        } catch {
            return (error as? TLSError)?.description
        }
    }

    /// A byte now and then is no excuse.
    @Test func aFloodWithDataInBetweenIsOneToo() throws {
        let ends = try Ends()
        let words = failure {
            // Many times what a second allows, in much less than one.
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
