import Glibc
import SockeyeIO
import TestSupport
import Testing

/// 127.0.0.1 with a port chosen by the kernel.
func loopbackAddress(_ host: String = "127.0.0.1", port: UInt16 = 0) throws -> SocketAddress {
    try #require(SocketAddress(numericHost: host, port: port))
}

/// Two sockets connected to each other over TCP.
func connectedSockets(on loop: EventLoop = .shared) async throws -> (client: Socket, server: Socket) {
    let listener = try Listener(on: loopbackAddress(), loop: loop)
    defer { listener.close() }
    let client = try await Socket.connect(to: listener.address, on: loop)
    return (client, try await listener.accept())
}

/// The port of an address where nothing listens.
func refusingAddress() throws -> SocketAddress {
    try loopbackAddress(port: refusedPort)
}

/// An address that neither answers nor refuses: its backlog is full, so the kernel drops connection attempts.
final class SilentAddress {
    let address: SocketAddress
    private var descriptors: [Int32]

    init() throws {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let listener = socket(AF_INET, kind, 0)
        descriptors = [listener]
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let size = length
        var fillers: [Int32] = []
        try withUnsafeMutablePointer(to: &name) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                // SAFETY: the pointer refers to a whole sockaddr_in, and the calls do not keep it.
                try #require(bind(listener, pointer, size) == 0)
                try #require(listen(listener, 0) == 0)
                try #require(getsockname(listener, pointer, &length) == 0)
                for _ in 0..<4 {
                    let filler = socket(AF_INET, kind, 0)
                    fillers.append(filler)
                    _ = connect(filler, pointer, size)
                }
            }
        }
        descriptors += fillers
        address = try loopbackAddress(port: UInt16(bigEndian: name.sin_port))
    }

    deinit {
        for descriptor in descriptors { _ = close(descriptor) }
    }
}

/// Starts a task on a loop, and returns once it waits: jobs of a loop run in order, each until it waits.
func startedTask<Value: Sendable>(
    on loop: EventLoop, _ operation: @escaping @Sendable () async throws -> Value
) async -> Task<Value, any Error> {
    let task = Task(executorPreference: loop, operation: operation)
    await Task(executorPreference: loop) {}.value
    return task
}

extension Task where Failure == any Error {
    /// The I/O error it failed with, if any.
    var failure: IOError? {
        get async {
            if case .failure(let error) = await result { error as? IOError } else { nil }
        }
    }
}
