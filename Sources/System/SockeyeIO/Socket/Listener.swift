internal import CSystemShims

/// A listening socket, for servers on this machine: the loopback server, tests, examples.
public final class Listener: Sendable {
    private let descriptor: SharedDescriptor
    private let readiness: Readiness
    private let loop: EventLoop
    /// The address it listens on, with the port the kernel chose if the caller asked for port 0.
    public let address: SocketAddress

    /// Binds and listens (`bind(2)`, `listen(2)`).
    ///
    /// - Parameters:
    ///   - address: with port 0, the kernel chooses a free one; see `Listener.address`.
    ///   - loop: watches the socket.
    public init(on address: SocketAddress, loop: EventLoop = .shared) throws(IOError) {
        (descriptor, readiness, self.address) = try Self.listen(on: address, loop, nil)
        self.loop = loop
    }

    /// - Parameter permissions: those of a Unix domain socket, before the process's mask. Set before anybody can connect.
    package init(on address: SocketAddress, loop: EventLoop, permissions: UInt32) throws(IOError) {
        (descriptor, readiness, self.address) = try Self.listen(on: address, loop, permissions)
        self.loop = loop
    }

    private static func listen(
        on address: SocketAddress, _ loop: EventLoop, _ permissions: UInt32?
    ) throws(IOError) -> (SharedDescriptor, Readiness, SocketAddress) {
        let descriptor = Descriptor(owning: try SystemCall.check("socket", sockeye_socket(address.family.raw)))
        let number = descriptor.number
        if address.family != .unix {
            _ = try SystemCall.check("setsockopt", sockeye_set_reuse_address(number, 1))
        }
        if let permissions { _ = try SystemCall.check("fchmod", sockeye_set_mode(number, permissions)) }
        // SAFETY: bind copies the address and does not keep the pointer.
        _ = try SystemCall.check("bind", withUnsafePointer(to: address.raw) { sockeye_bind(number, $0) })
        _ = try SystemCall.check("listen", sockeye_listen(number, 1024))
        var bound = sockeye_address()
        _ = try SystemCall.check("getsockname", sockeye_local_address(number, &bound))
        let shared = SharedDescriptor(owning: descriptor)
        return (shared, try Readiness.start(number, on: loop), SocketAddress(raw: bound))
    }

    deinit {
        close()
    }

    /// Waits for the next connection (`accept4(2)`).
    ///
    /// - Throws: `IOError.closed` after `close()`, `.cancelled`, or the system's error.
    public func accept() async throws(IOError) -> Socket {
        while true {
            if let socket = try acceptNow() { return socket }
            switch await readiness.wait(for: .readable, until: .never) {
            case .ready, .timedOut: continue
            case .cancelled: throw .cancelled
            case .interrupted: throw descriptor.isClosing ? .closed : .cancelled
            case .busy: throw .invalidArgument("two tasks already accept on this listener")
            }
        }
    }

    /// The next connection, for servers that go on; `nil` once the listener is closed or the task cancelled.
    ///
    /// What fails for one connection (ECONNABORTED), or for want of descriptors (EMFILE), is tried again a little later.
    public func next() async -> Socket? {
        while true {
            do throws(IOError) {
                return try await accept()
            } catch .closed {
                return nil
            } catch .cancelled {
                return nil
            } catch {
                guard (try? await loop.sleep(until: .after(.milliseconds(10)))) != nil else { return nil }
            }
        }
    }

    private func acceptNow() throws(IOError) -> Socket? {
        let number = try descriptor.use { listener throws(IOError) in
            try SystemCall.checkNonBlocking("accept4", Int(sockeye_accept(listener, nil)))
        }
        guard let number else { return nil }
        let socket = try Socket(Descriptor(owning: Int32(number)), on: loop)
        if address.family != .unix { try socket.setNoDelay(true) }
        return socket
    }

    /// Stops listening. A waiting `accept` throws `IOError.closed`.
    public func close() {
        descriptor.close { number in readiness.stop(number) }
    }
}
