import Glibc
import TestSupport
import Testing

@testable import SockeyeIO

struct SocketOptionsTests {
    private func connect(_ options: SocketOptions) async throws -> Socket {
        let listener = try Listener(on: loopbackAddress())
        defer { listener.close() }
        return try await Socket.connect(to: listener.address, options: options)
    }

    /// Whether or not the system and the peer can.
    @Test(arguments: Surroundings.loopbackHosts)
    func severalPaths(_ host: String) async throws {
        var options = SocketOptions()
        options.usesMultiplePaths = true
        options.keepAliveTime = .seconds(30)
        let listener = try Listener(on: try loopbackAddress(host))
        defer { listener.close() }
        let socket = try await Socket.connect(to: listener.address, options: options)
        #expect(socket.localAddress?.host == host)
        let peer = try await listener.accept()
        try await socket.send("over any path")
        #expect(try await peer.receive() == Array("over any path".utf8))
    }

    @Test(arguments: [SocketOptions.LocalEnd.host("127.0.0.5"), .interfaceOrHost("127.0.0.5")])
    func theAddressIsTheOneAskedFor(_ end: SocketOptions.LocalEnd) async throws {
        let socket = try await connect(SocketOptions(localEnd: end))
        #expect(socket.localAddress?.host == "127.0.0.5")
    }

    @Test(arguments: [SocketOptions.LocalEnd.interface("lo"), .interfaceOrHost("lo"), .host("localhost")])
    func interfacesAndNames(_ end: SocketOptions.LocalEnd) async throws {
        #expect(try await connect(SocketOptions(localEnd: end)).localAddress?.host == "127.0.0.1")
    }

    @Test(arguments: [
        SocketOptions.LocalEnd.interface("none0"), .host("lo"), .host("none.invalid"), .host("203.0.113.9"),
        .interfaceOrHost("none.invalid"),
    ])
    func whatCannotBeSaysSo(_ end: SocketOptions.LocalEnd) async throws {
        let error = await #expect(throws: IOError.self) { try await connect(SocketOptions(localEnd: end)) }
        guard case .unusableLocalEnd(let name, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect("\(end)".contains(name) && !reason.isEmpty)
    }

    @Test func theOtherFamilyIsAnotherMatter() async throws {
        await #expect(throws: IOError.system(call: "bind to ::1", errorNumber: EAFNOSUPPORT)) {
            try await connect(SocketOptions(localEnd: .host("::1")))
        }
    }

    @Test func portsAreTriedInOrder() async throws {
        let taken = refusedPort
        let error = await #expect(throws: IOError.self) { try await connect(SocketOptions(localPorts: taken...taken)) }
        #expect(error == .unusableLocalEnd("port \(taken)", reason: IOError.message(for: EADDRINUSE)))
        let last = taken.addingReportingOverflow(200).overflow ? UInt16.max : taken + 200
        let socket = try await connect(SocketOptions(localEnd: .host("127.0.0.1"), localPorts: taken...last))
        let port = try #require(socket.localAddress?.port)
        #expect(port > taken && port <= last)
    }

    /// A range may begin below the ports that everybody may use: the next one is tried then too.
    @Test(arguments: [(EADDRINUSE, true), (EACCES, true), (EADDRNOTAVAIL, false), (EINVAL, false), (0, false)])
    func whichPortsMayDo(_ errorNumber: Int32, _ goesOn: Bool) {
        #expect(LocalBinding.leavesOthers(-errorNumber) == goesOn)
    }

    @Test(arguments: [(1020...1030, "ports 1020-1030"), (80...80, "port 80")] as [(ClosedRange<UInt16>, String)])
    func portsAreCalledAsTheUserDoes(_ ports: ClosedRange<UInt16>, _ words: String) {
        #expect(LocalBinding.words(ports) == words)
    }

    @Test(arguments: [nil, Duration.seconds(7), .milliseconds(1), .seconds(1_000_000)])
    func keepAlive(_ time: Duration?) async throws {
        let socket = try await connect(SocketOptions(keepAliveTime: time))
        let expected: Int32? = time.map { Int32(min(32_767, max(1, $0.components.seconds))) }
        #expect(try option(socket, SOL_SOCKET, SO_KEEPALIVE) == (time == nil ? 0 : 1))
        if let expected {
            #expect(try option(socket, Int32(IPPROTO_TCP), TCP_KEEPIDLE) == expected)
            #expect(try option(socket, Int32(IPPROTO_TCP), TCP_KEEPINTVL) == expected)
        }
    }

    @Test(arguments: [true, false]) func noDelay(_ isOn: Bool) async throws {
        let socket = try await connect(SocketOptions(sendsAtOnce: isOn))
        #expect(try (option(socket, Int32(IPPROTO_TCP), TCP_NODELAY) != 0) == isOn)
    }

    @Test func aUnixSocketHasNoneOfIt() async throws {
        let folder = try TemporaryFolder()
        let listener = try Listener(on: SocketAddress(unixPath: folder.file("socket")))
        let options = SocketOptions(localEnd: .host("127.0.0.5"), localPorts: 1...2, keepAliveTime: .seconds(1))
        _ = try await Socket.connect(to: listener.address, options: options)
        listener.close()
    }

    private func option(_ socket: Socket, _ level: Int32, _ name: Int32) throws -> Int32 {
        try socket.withDescriptor { descriptor throws(IOError) in
            var value: Int32 = -1
            var length = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(descriptor, level, name, &value, &length)
            return value
        }
    }
}
