internal import CSystemShims

/// A UDP socket that speaks to one peer: each send is a datagram, each receive too. Datagrams may get lost, overtake each other
/// or come twice (RFC 768).
///
/// ```swift
/// let socket = try await DatagramSocket.connect(host: "127.0.0.1", port: 53)
/// try await socket.send(query)
/// let answer = try await socket.receive(until: .after(.seconds(5)))
/// socket.close()
/// ```
///
/// Calls suspend without blocking a thread, until their deadline, and stop when their task is cancelled. One task may send while
/// another receives.
package final class DatagramSocket: Sendable {
    /// The most bytes that a datagram can carry: IPv4's length field counts its own header and UDP's too, IPv6's only UDP's.
    private static let byteLimit = 65_535

    private let descriptor: SharedDescriptor
    private let readiness: Readiness

    /// Resolves `host` and connects to the first of its addresses that has a route (`socket(2)`, `connect(2)`), which sends
    /// nothing: whether anybody is there, a later call tells.
    ///
    /// - Parameters:
    ///   - host: a name, or an IPv4 or IPv6 address without brackets.
    ///   - port: of the other end.
    ///   - family: which addresses to use.
    ///   - loop: watches the socket.
    ///   - deadline: for resolving.
    package static func connect(
        host: String, port: UInt16, family: Resolver.AddressFamily = .any, on loop: EventLoop = .shared,
        until deadline: Deadline = .after(.seconds(300))
    ) async throws(IOError) -> DatagramSocket {
        let addresses = try await Resolver.addresses(
            of: host, port: port, family: family, on: loop, until: deadline)
        return try connect(toAnyOf: addresses, on: loop)
    }

    /// Connects to the first address that it can.
    ///
    /// - Throws: why it couldn't connect to the last one.
    static func connect(toAnyOf addresses: [SocketAddress], on loop: EventLoop) throws(IOError) -> DatagramSocket {
        guard let last = addresses.last else { throw .invalidArgument("there is no address to connect to") }
        for address in addresses.dropLast() {
            if let socket = try? DatagramSocket(to: address, on: loop) { return socket }
        }
        return try DatagramSocket(to: last, on: loop)
    }

    /// Connects to one address.
    package init(to address: SocketAddress, on loop: EventLoop = .shared) throws(IOError) {
        let descriptor = Descriptor(
            owning: try SystemCall.check("socket", sockeye_datagram_socket(address.family.raw)))
        // SAFETY: connect copies the address and does not keep the pointer.
        let result = withUnsafePointer(to: address.raw) { sockeye_connect(descriptor.number, $0) }
        _ = try SystemCall.check("connect", result)
        self.descriptor = SharedDescriptor(owning: descriptor)
        readiness = try Readiness.start(self.descriptor.number, on: loop, endsWithErrors: false)
    }

    deinit {
        close()
    }

    /// Closes the socket (`close(2)`). Waiting calls throw `IOError.closed`. A second call is a no-op.
    package func close() {
        descriptor.close { number in readiness.stop(number) }
    }

    /// The address of this end (`getsockname(2)`); `nil` if the system doesn't say.
    package var localAddress: SocketAddress? {
        var raw = sockeye_address()
        guard let result = try? descriptor.use({ sockeye_local_address($0, &raw) }), result == 0 else { return nil }
        return SocketAddress(raw: raw)
    }

    /// Sends one datagram (`send(2)`), which may be empty.
    ///
    /// - Throws: `IOError.system` with `EMSGSIZE` for one that is too long, with `ECONNREFUSED` if an earlier one reached a
    ///   machine where nothing listens.
    package func send(_ bytes: [UInt8], until deadline: Deadline = .never) async throws(IOError) {
        while true {
            if Task.isCancelled { throw .cancelled }
            let sent = try descriptor.use { number throws(IOError) in
                // SAFETY: send reads the array's bytes during the call only.
                try bytes.withUnsafeBufferPointer { bytes throws(IOError) in
                    try SystemCall.checkNonBlocking("send", sockeye_send(number, bytes.baseAddress, bytes.count))
                }
            }
            if sent != nil { return }
            try await readiness.wait(for: .writable, on: descriptor, until: deadline)
        }
    }

    /// Sends the UTF-8 bytes of `text` as one datagram.
    package func send(_ text: String, until deadline: Deadline = .never) async throws(IOError) {
        try await send(Array(text.utf8), until: deadline)
    }

    /// Receives one datagram, waiting until one arrives (`recv(2)`). It may be empty, and is never cut.
    ///
    /// - Throws: `IOError.system` with `ECONNREFUSED` if a datagram reached a machine where nothing listens.
    package func receive(until deadline: Deadline = .never) async throws(IOError) -> [UInt8] {
        while true {
            if Task.isCancelled { throw .cancelled }
            if let bytes = try receiveNow() { return bytes }
            try await readiness.wait(for: .readable, on: descriptor, until: deadline)
        }
    }

    private func receiveNow() throws(IOError) -> [UInt8]? {
        // SAFETY: the shim writes at most `buffer.count` bytes at its base, and does not keep the pointer.
        try withUnsafeTemporaryAllocation(byteCount: Self.byteLimit, alignment: 1) {
            buffer throws(IOError) -> [UInt8]? in
            let count = try descriptor.use { number throws(IOError) in
                try SystemCall.checkNonBlocking("recv", sockeye_receive(number, buffer.baseAddress, buffer.count))
            }
            return count.map { Array(buffer.prefix($0)) }
        }
    }
}
