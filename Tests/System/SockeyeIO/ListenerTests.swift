import SockeyeIO
import TestSupport
import Testing

struct ListenerTests {
    @Test func theKernelChoosesThePort() throws {
        let (first, second) = (try Listener(on: loopbackAddress()), try Listener(on: loopbackAddress()))
        #expect(first.address.port != 0)
        #expect(first.address.port != second.address.port)
    }

    @Test func aTakenPortIsAnError() throws {
        let listener = try Listener(on: loopbackAddress())
        #expect(throws: IOError.self) { try Listener(on: listener.address) }
        listener.close()
        #expect(throws: Never.self) { try Listener(on: listener.address) }
    }

    /// From the first moment: nobody can connect before the permissions are set.
    @Test func aSocketInTheFileSystemHasItsPermissions() throws {
        let folder = try TemporaryFolder()
        let address = try SocketAddress(unixPath: folder.file("s"))
        let listener = try Listener(on: address, loop: .shared, permissions: 0o600)
        #expect(folder.permissions(of: "s") == 0o600)
        listener.close()
    }

    @Test func closeEndsAccept() async throws {
        let listener = try Listener(on: loopbackAddress())
        let task = Task { try await listener.accept() }
        listener.close()
        #expect(await task.failure == .closed)
        await #expect(throws: IOError.closed) { try await listener.accept() }
    }

    @Test func cancellationEndsAccept() async throws {
        let listener = try Listener(on: loopbackAddress())
        let task = Task { try await listener.accept() }
        task.cancel()
        #expect(await task.failure == .cancelled)
    }

    @Test func acceptsAllThatQueued() async throws {
        let listener = try Listener(on: loopbackAddress())
        var clients: [Socket] = []
        for _ in 0..<20 { clients.append(try await Socket.connect(to: listener.address)) }
        var ports: Set<UInt16> = []
        for _ in 0..<20 { ports.insert(try #require(try await listener.accept().peerAddress).port) }
        #expect(ports == Set(clients.compactMap { $0.localAddress?.port }))
    }
}
