internal import Glibc
import SockeyeIO
import SockeyeTransport
import Testing

/// A response received before a reset is read, although its readiness event hasn't arrived.
struct AnswerBeforeResetTests {
    @Test func aFailedWriteMakesTheNextReadTry() async throws {
        let loop = try EventLoop.start(name: "late-answer")
        defer { loop.stop() }
        try await withTaskExecutorPreference(loop) {
            let (listener, port) = try Self.listen()
            defer { close(listener) }
            let address = try #require(SocketAddress(numericHost: "127.0.0.1", port: port))
            let socket = try await Socket.connect(to: address, on: loop)
            let stream = ByteStream(socket)
            // Nothing suspends from here: this occupies the loop's thread, so no event can reach the stream.
            let peer = accept(listener, nil, nil)
            #expect(peer >= 0)
            var byte: UInt8 = 0
            #expect(try Self.read(stream, into: &byte) == .wouldBlock)
            #expect(send(peer, "A", 1, 0) == 1)
            var reset = linger(l_onoff: 1, l_linger: 0)
            setsockopt(peer, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
            close(peer)

            // Until the kernel has delivered the reset.
            try socket.withDescriptor { number in
                var end = pollfd(fd: number, events: 0, revents: 0)
                #expect(poll(&end, 1, 30_000) == 1)
            }
            // Fails with ECONNRESET or EPIPE.
            #expect(throws: StreamError.self) { try Self.write(stream, 7) }
            #expect(try Self.read(stream, into: &byte) == .bytes(1))
            #expect(byte == UInt8(ascii: "A"))
            stream.close()
        }
    }

    private static func read(_ stream: ByteStream, into byte: inout UInt8) throws(StreamError) -> TransportStep {
        let result = withUnsafeMutableBytes(of: &byte) { buffer -> Result<TransportStep, StreamError> in
            do throws(StreamError) {
                // SAFETY: the buffer is one byte, used during the call only.
                return .success(try stream.read(into: buffer))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private static func write(_ stream: ByteStream, _ byte: UInt8) throws -> TransportStep {
        // SAFETY: the buffer is one byte, used during the call only.
        try withUnsafeBytes(of: byte) { try stream.write($0) }
    }

    private struct NoListener: Error {}

    private static func listen() throws -> (descriptor: Int32, port: UInt16) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // SAFETY: the address outlives the calls, which get its true size.
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && Glibc.listen(listener, 4) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else { throw NoListener() }
        return (listener, UInt16(bigEndian: address.sin_port))
    }
}
