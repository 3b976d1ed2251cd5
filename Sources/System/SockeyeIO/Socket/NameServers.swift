/// Name servers that are asked over UDP, and over TCP for an answer that doesn't fit into a datagram (RFC 1035 section 4.2).
package struct NameServers: Sendable {
    /// How often all of them are asked, and how long each has to answer, as resolv.conf(5) has them by default but for the time.
    private static let rounds = 3
    private static let patience = Duration.seconds(2)

    /// In the order in which they are asked.
    package let addresses: [SocketAddress]
    private let loop: EventLoop

    /// - Parameters:
    ///   - addresses: of the servers, with their ports.
    ///   - loop: watches the sockets.
    package init(_ addresses: [SocketAddress], on loop: EventLoop) { (self.addresses, self.loop) = (addresses, loop) }

    /// Their service.
    package var service: NameService {
        let name = addresses.map(\.description).joined(separator: ", ")
        return NameService(name, usesIDs: true) { question, deadline in await ask(question, until: deadline) }
    }

    private func ask(_ question: [UInt8], until deadline: Deadline) async -> Result<[UInt8], IOError> {
        var reason = "no name server is given"
        for _ in 0..<Self.rounds {
            for address in addresses {
                let end = min(deadline, .after(Self.patience))
                do throws(IOError) {
                    let bytes = try await ask(address, question, until: end)
                    // A server that fails or refuses says nothing about the name: another may.
                    let code = DNSMessage.answer(in: bytes, to: question)?.code ?? 0
                    if code == 0 || code == 3 { return .success(bytes) }
                    reason = "\(address) answered with error \(code)"
                } catch {
                    if case .cancelled = error { return .failure(error) }
                    if Deadline.now >= deadline { return .failure(.timedOut) }
                    reason = "\(address): \(error)"
                }
            }
        }
        return .failure(.unknownHost("", reason: reason, isTemporary: true))
    }

    private func ask(
        _ address: SocketAddress, _ question: [UInt8], until end: Deadline
    ) async throws(IOError) -> [UInt8] {
        let socket = try DatagramSocket(to: address, on: loop)
        defer { socket.close() }
        try await socket.send(question, until: end)
        while true {
            let bytes = try await socket.receive(until: end)
            // Others than the server may have guessed the port, but hardly the id too.
            guard let answer = DNSMessage.answer(in: bytes, to: question) else { continue }
            return answer.isCut ? try await askInFull(address, question, until: end) : bytes
        }
    }

    private func askInFull(
        _ address: SocketAddress, _ question: [UInt8], until end: Deadline
    ) async throws(IOError) -> [UInt8] {
        let socket = try await Socket.connect(to: address, on: loop, until: end)
        defer { socket.close() }
        try await socket.send(
            [UInt8(question.count >> 8), UInt8(truncatingIfNeeded: question.count)] + question, until: end)
        var bytes: [UInt8] = []
        while bytes.count < 2 || bytes.count < 2 + (Int(bytes[0]) << 8 | Int(bytes[1])) {
            let next = try await socket.receive(until: end)
            if next.isEmpty { throw .unknownHost("", reason: "the answer was cut", isTemporary: true) }
            bytes += next
        }
        return Array(bytes[2..<(2 + (Int(bytes[0]) << 8 | Int(bytes[1])))])
    }
}
