import Glibc
import TestSupport
import Testing

@testable import SockeyeIO

struct DatagramSocketTests {
    /// Two sockets connected to each other: each is bound before the other connects.
    private final class Echo: Sendable {
        let port: UInt16
        private let descriptor: Int32

        init() throws {
            descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_addr.s_addr = inet_addr("127.0.0.1")
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let number = descriptor
            try withUnsafeMutablePointer(to: &name) { pointer in
                try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    // SAFETY: the pointer refers to a whole sockaddr_in, and the calls do not keep it.
                    try #require(bind(number, pointer, length) == 0)
                    try #require(getsockname(number, pointer, &length) == 0)
                }
            }
            port = UInt16(bigEndian: name.sin_port)
        }

        /// Returns one datagram to its sender. Called when it is there already.
        func answer() {
            var buffer = [UInt8](repeating: 0, count: 70_000)
            var peer = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            withUnsafeMutablePointer(to: &peer) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    // SAFETY: the buffer has the size given, and the address room for any.
                    let count = recvfrom(descriptor, &buffer, buffer.count, 0, pointer, &length)
                    _ = sendto(descriptor, buffer, max(0, count), 0, pointer, length)
                }
            }
        }

        deinit { close(descriptor) }
    }

    /// Broadcasts need a permission, so connecting to their address fails (`EACCES`); without a route there, earlier (`ENETUNREACH`).
    @Test func theNextAddressIsTried() async throws {
        let echo = try Echo()
        let addresses = ["255.255.255.255", "127.0.0.1"].compactMap { SocketAddress(numericHost: $0, port: echo.port) }
        let socket = try DatagramSocket.connect(toAnyOf: addresses, on: .shared)
        try await socket.send([7])
        echo.answer()
        #expect(try await socket.receive(until: .after(.seconds(20))) == [7])
        socket.close()
        // The first line of the table is its heading.
        let hasRoute = try SmallFile.read("/proc/net/route").count { $0 == UInt8(ascii: "\n") } > 1
        #expect(throws: IOError.system(call: "connect", errorNumber: hasRoute ? EACCES : ENETUNREACH)) {
            try DatagramSocket.connect(toAnyOf: Array(addresses.prefix(1)), on: .shared)
        }
    }

    @Test(arguments: [0, 1, 512, 9_000, 65_507]) func datagramsKeepTheirBounds(count: Int) async throws {
        let echo = try Echo()
        let socket = try await DatagramSocket.connect(host: "127.0.0.1", port: echo.port)
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        for datagram in [bytes, [1], []] {
            try await socket.send(datagram)
            echo.answer()
        }
        for datagram in [bytes, [1], []] {
            #expect(try await socket.receive(until: .after(.seconds(30))) == datagram)
        }
        #expect(socket.localAddress?.host == "127.0.0.1")
        socket.close()
    }

    @Test func waitsForOne() async throws {
        let echo = try Echo()
        let socket = try await DatagramSocket.connect(host: "127.0.0.1", port: echo.port)
        async let answer = socket.receive(until: .after(.seconds(30)))
        try await socket.send("late")
        echo.answer()
        #expect(try await answer == Array("late".utf8))
    }

    @Test func aTooLongOneIsRefused() async throws {
        let socket = try await DatagramSocket.connect(host: "127.0.0.1", port: try Echo().port)
        await #expect(throws: IOError.system(call: "send", errorNumber: EMSGSIZE)) {
            try await socket.send([UInt8](repeating: 0, count: 65_508))
        }
    }

    @Test func whereNothingListensIsToldLater() async throws {
        let echo = try Echo()
        let port = echo.port
        let socket = try DatagramSocket(to: loopbackAddress(port: port))
        // Nobody is there: the address is that of a socket that was never bound for datagrams.
        let other = try DatagramSocket(to: loopbackAddress(port: refusedPort))
        try await other.send("anybody?")
        await #expect(throws: IOError.system(call: "recv", errorNumber: ECONNREFUSED)) {
            try await other.receive(until: .after(.seconds(30)))
        }
        // It is told once, and the socket lives on.
        await #expect(throws: IOError.timedOut) { try await other.receive(until: .after(.milliseconds(20))) }
        socket.close()
    }

    @Test func endsAtTheDeadlineWhenCancelledAndWhenClosed() async throws {
        let echo = try Echo()
        let socket = try DatagramSocket(to: loopbackAddress(port: echo.port))
        await #expect(throws: IOError.timedOut) { try await socket.receive(until: .after(.milliseconds(20))) }
        let task = Task { try await socket.receive() }
        task.cancel()
        await #expect(throws: IOError.cancelled) { try await task.value }
        let waiting = Task { try await socket.receive() }
        socket.close()
        await #expect(throws: IOError.closed) { try await waiting.value }
        await #expect(throws: IOError.closed) { try await socket.send("x") }
    }
}
