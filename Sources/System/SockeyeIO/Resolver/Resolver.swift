internal import CSystemShims
internal import Glibc

/// Resolves host names to addresses with the system's resolver (`getaddrinfo`), off the event loop.
public enum Resolver {
    /// Which addresses to return.
    @nonexhaustive
    public enum AddressFamily: Sendable, Hashable {
        /// All of them.
        case any
        /// IPv4 only.
        case ipv4
        /// IPv6 only.
        case ipv6

        var raw: Int32 {
            switch self {
            case .any: Int32(SOCKEYE_FAMILY_ANY)
            case .ipv4: Int32(SOCKEYE_FAMILY_IPV4)
            case .ipv6: Int32(SOCKEYE_FAMILY_IPV6)
            }
        }
    }

    /// At most this many addresses per name are tried: a name server's answer is outside data too.
    static let addressLimit = 64

    /// The addresses of `host`, in the system's order of preference (RFC 6724). Numeric addresses need no lookup.
    ///
    /// - Throws: `IOError.unknownHost`, `.timedOut` or `.cancelled`; the last two throw at once, while the system's
    ///   call, which cannot be stopped, goes on in the background. `.system` with `EAFNOSUPPORT` if the host is a
    ///   numeric address of the other family.
    public static func addresses(
        of host: String, port: UInt16, family: AddressFamily = .any, on loop: EventLoop = .shared,
        until deadline: Deadline = .never
    ) async throws(IOError) -> [SocketAddress] {
        try await addresses(of: host, port: port, family: family, asking: nil, on: loop, until: deadline)
    }

    /// Replaces the system's call in tests; it may block its thread.
    package typealias Lookup = @Sendable (_ host: String, _ port: UInt16) -> Result<[SocketAddress], IOError>

    /// The addresses of `host`, according to `lookup` or else `service` if given.
    package static func addresses(
        of host: String, port: UInt16, family: AddressFamily, asking lookup: Lookup?, or service: NameService? = nil,
        on loop: EventLoop, until deadline: Deadline
    ) async throws(IOError) -> [SocketAddress] {
        let numeric = numericAddresses(host: host, port: port)
        if !numeric.isEmpty {
            let wanted = numeric.filter { family == .any || $0.family.raw == family.raw }
            if wanted.isEmpty {
                let other = family == .ipv6 ? "IPv6" : "IPv4"
                throw .system(call: "connect to \(host) over \(other)", errorNumber: EAFNOSUPPORT)
            }
            return wanted
        }
        // To getaddrinfo, an empty name means "this machine", and a NUL ends the name early.
        guard !host.isEmpty, !host.utf8.contains(0) else {
            throw .unknownHost(host, reason: "not a host name", isTemporary: false)
        }
        // RFC 7686 section 2: only Tor knows these names, and a question for one tells others who is looked for.
        if isOnion(host) {
            throw .unknownHost(
                host, reason: ".onion names are reached through Tor's SOCKS proxy (socks5h), never looked up",
                isTemporary: false)
        }
        // RFC 6761 section 6.3: these names are always this machine's, so no name server is asked.
        if lookup == nil, isLoopback(host) {
            let found = [AddressFamily.ipv6: ["::1"], .ipv4: ["127.0.0.1"]][family] ?? ["127.0.0.1", "::1"]
            var addresses: [SocketAddress] = []
            for host in found { addresses += try ask(host: host, port: port, family: .any, numericOnly: true).get() }
            return addresses
        }
        if lookup == nil, let service {
            return try await service.addresses(of: host, port: port, family: family, until: deadline)
        }
        let answer = OneShot<Result<[SocketAddress], IOError>>()
        let piece = BlockingThreads.runLookup(in: domain(of: host)) {
            // Its turn came after its end: those behind it have waited long enough.
            if answer.isDone { return }
            answer.give(lookup?(host, port) ?? ask(host: host, port: port, family: family, numericOnly: false))
        }
        // The system's call can't be stopped, but others needn't wait for it.
        defer { piece?.abandon() }
        switch await answer.wait(on: loop, until: deadline) {
        case .value(let result): return try result.get()
        case .timedOut: throw .timedOut
        case .cancelled: throw .cancelled
        }
    }

    /// Whether the host is this machine by what it is called: `localhost` or a name below it (RFC 6761 section 6.3), in any
    /// case and perhaps with a final dot, or a loopback address. No name server is asked.
    ///
    /// - Parameter host: without brackets.
    package static func isLoopback(_ host: String) -> Bool {
        if let address = SocketAddress(numericHost: host, port: 0) { return address.isLoopback }
        return isName(host, "localhost")
    }

    /// Whether the host is `onion` or a name below it (RFC 7686), which no name server is asked for.
    package static func isOnion(_ host: String) -> Bool { isName(host, "onion") }

    /// Whether the host is this domain or a name below it, in any case and perhaps with a final dot.
    private static func isName(_ host: String, _ domain: String) -> Bool {
        let name = withoutFinalDot(host).lowercased()
        return name == domain || name.utf8.count > domain.utf8.count + 1 && name.hasSuffix("." + domain)
    }

    private static func withoutFinalDot(_ host: String) -> Substring {
        host.utf8.last == UInt8(ascii: ".") ? host.dropLast() : host[...]
    }

    /// The last two labels of a name: mostly, those that share name servers.
    private static func domain(of host: String) -> String {
        withoutFinalDot(host).lowercased().split(separator: ".").suffix(2).joined(separator: ".")
    }

    /// The address that `host` spells in digits, if any.
    static func numericAddresses(host: String, port: UInt16) -> [SocketAddress] {
        // Every numeric address starts with a digit or has a colon, so a name costs no call.
        guard let first = host.utf8.first, !host.utf8.contains(0),
            host.utf8.contains(UInt8(ascii: ":")) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
        else { return [] }
        return (try? ask(host: host, port: port, family: .any, numericOnly: true).get()) ?? []
    }

    /// The `errno` if no socket can be made. getaddrinfo reports that shortage as an unknown host.
    private static func shortage() -> Int32? {
        let result = sockeye_socket(Int32(SOCKEYE_FAMILY_IPV4))
        if result >= 0 {
            _ = Descriptor(owning: result)
            return nil
        }
        return ErrorNumber.outOfDescriptors.contains(-result) ? -result : nil
    }

    private static func ask(
        host: String, port: UInt16, family: AddressFamily, numericOnly: Bool
    ) -> Result<[SocketAddress], IOError> {
        var raw = [sockeye_address](repeating: sockeye_address(), count: addressLimit)
        let count = sockeye_resolve(host, port, family.raw, numericOnly ? 1 : 0, &raw, Int32(addressLimit))
        if count < 0 {
            if !numericOnly, let errorNumber = shortage() {
                return .failure(.system(call: "getaddrinfo", errorNumber: errorNumber))
            }
            // SAFETY: gai_strerror returns a static NUL-terminated string.
            let reason = sockeye_resolve_message(count).map { String(cString: $0) } ?? "unknown error \(count)"
            let isTemporary = sockeye_resolve_is_temporary(count) != 0
            return .failure(.unknownHost(host, reason: reason, isTemporary: isTemporary))
        }
        return .success(raw.prefix(Int(count)).map(SocketAddress.init(raw:)))
    }
}
