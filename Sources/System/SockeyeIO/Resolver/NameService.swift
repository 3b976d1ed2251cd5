internal import Synchronization

/// Resolves names with DNS queries instead of the system's resolver, and caches the answers for their time to live.
package final class NameService: Sendable {
    /// Sends a question and returns what came for it.
    package typealias Ask = @Sendable (_ question: [UInt8], _ deadline: Deadline) async -> Result<[UInt8], IOError>

    private struct Kept {
        var addresses: [[UInt8]]
        var end: Deadline
    }

    /// The most names that are kept; at the limit all are dropped.
    private static let keptLimit = 1024

    /// The most addresses of one kind: however many IPv6 has, there is room for IPv4.
    private static let addressLimit = Resolver.addressLimit / 2

    /// Who is asked, and how: services of the same name give the same answers.
    package let name: String
    private let usesIDs: Bool
    private let ask: Ask
    private let kept = Mutex<[[UInt8]: Kept]>([:])

    /// - Parameters:
    ///   - name: who is asked, and how.
    ///   - usesIDs: whether questions have random ids, by which an answer is known. Over HTTP they are 0 (RFC 8484 section 4.1).
    ///   - ask: sends a question.
    package init(_ name: String, usesIDs: Bool, ask: @escaping Ask) {
        (self.name, self.usesIDs, self.ask) = (name, usesIDs, ask)
    }

    /// The addresses of a name, IPv6 first.
    func addresses(
        of host: String, port: UInt16, family: Resolver.AddressFamily, until deadline: Deadline
    ) async throws(IOError) -> [SocketAddress] {
        async let ipv6 = family == .ipv4 ? .success([]) : result(of: host, .ipv6, until: deadline)
        async let ipv4 = family == .ipv6 ? .success([]) : result(of: host, .ipv4, until: deadline)
        let results = await [ipv6, ipv4]
        let found = results.flatMap { (try? $0.get()) ?? [] }
        if found.isEmpty {
            for result in results { _ = try result.get() }
            throw .unknownHost(host, reason: "it has no address", isTemporary: false)
        }
        return found.compactMap { SocketAddress(numericHost: Self.text(of: $0), port: port) }
    }

    private func result(
        of host: String, _ kind: DNSMessage.Kind, until deadline: Deadline
    ) async -> Result<[[UInt8]], IOError> {
        func unknown(_ reason: String, isTemporary: Bool = true) -> Result<[[UInt8]], IOError> {
            .failure(.unknownHost(host, reason: reason, isTemporary: isTemporary))
        }
        let id = usesIDs ? UInt16.random(in: 0...UInt16.max) : 0
        guard let question = DNSMessage.question(for: host, kind, id: id) else {
            return unknown("not a host name", isTemporary: false)
        }
        let key = Array(question[2...])
        if let known = kept.withLock({ $0[key] }), Deadline.now < known.end { return .success(known.addresses) }
        switch await ask(question, deadline) {
        case .failure(.unknownHost(_, let reason, let isTemporary)): return unknown(reason, isTemporary: isTemporary)
        case .failure(let error): return .failure(error)
        case .success(let bytes):
            guard var answer = DNSMessage.answer(in: bytes, to: question), !answer.isCut else {
                return unknown("what \(name) sent is no answer to the question")
            }
            if answer.code == 3 { return unknown("there is no such name", isTemporary: false) }
            if answer.code != 0 { return unknown("\(name) answered with error \(answer.code)") }
            answer.addresses = Array(answer.addresses.prefix(Self.addressLimit))
            keep(answer, for: key)
            return .success(answer.addresses)
        }
    }

    private func keep(_ answer: DNSMessage.Answer, for key: [UInt8]) {
        if answer.seconds == 0 { return }
        kept.withLock { kept in
            if kept.count >= Self.keptLimit { kept.removeAll() }
            kept[key] = Kept(addresses: answer.addresses, end: .after(.seconds(Int64(answer.seconds))))
        }
    }

    private static func text(of address: [UInt8]) -> String {
        if address.count == 4 { return address.map(String.init).joined(separator: ".") }
        return stride(from: 0, to: address.count - 1, by: 2).map { index in
            String(UInt16(address[index]) << 8 | UInt16(address[index + 1]), radix: 16)
        }.joined(separator: ":")
    }
}
