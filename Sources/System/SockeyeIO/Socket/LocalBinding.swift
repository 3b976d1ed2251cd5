internal import CSystemShims
internal import Glibc

/// The local end of connections to be made: `SocketOptions.LocalEnd` and the ports, with names resolved.
struct LocalBinding: Sendable {
    /// As the caller wrote it, for error messages.
    private var name = ""
    private var interface: String?
    private var addresses: [SocketAddress] = []
    private var ports: ClosedRange<UInt16>?

    /// Binds nothing.
    static let none = LocalBinding()

    private init() {}

    /// Resolves the names in the options.
    ///
    /// - Throws: `IOError.unusableLocalEnd` if the name is neither an interface nor a host, or the resolver's error
    ///   when the deadline passes.
    init(_ options: SocketOptions, on loop: EventLoop, until deadline: Deadline) async throws(IOError) {
        ports = options.localPorts
        switch options.localEnd {
        case nil: break
        case .interface(let name):
            (self.name, interface) = (name, name)
        case .interfaceOrHost(let name) where sockeye_is_interface(name) != 0:
            (self.name, interface) = (name, name)
        case .host(let name), .interfaceOrHost(let name):
            self.name = name
            do throws(IOError) {
                addresses = try await Resolver.addresses(of: name, port: 0, on: loop, until: deadline)
            } catch .unknownHost(_, let reason, _) {
                throw .unusableLocalEnd(name, reason: reason)
            }
        }
        if name.isEmpty { name = ports.map(Self.words) ?? "" }
    }

    static func words(_ ports: ClosedRange<UInt16>) -> String {
        ports.count == 1 ? "port \(ports.lowerBound)" : "ports \(ports.lowerBound)-\(ports.upperBound)"
    }

    /// Binds a socket that will connect to an address of this family (`bind(2)`).
    func bind(_ descriptor: Int32, _ family: SocketAddress.Family) throws(IOError) {
        if family == .unix { return }
        var address = sockeye_address()
        sockeye_any_address(family.raw, &address)
        if let interface {
            let result = sockeye_bind_to_device(descriptor, interface)
            if result == -EPERM {
                try check(sockeye_interface_address(interface, family.raw, &address))
            } else {
                try check(result)
                if ports == nil { return }
            }
        } else if !name.isEmpty, ports == nil || !addresses.isEmpty {
            guard let own = addresses.first(where: { $0.family == family }) else {
                throw .system(call: "bind to \(name)", errorNumber: EAFNOSUPPORT)
            }
            address = own.raw
        }
        if name.isEmpty { return }
        guard let ports else {
            // Otherwise bind would reserve the port for all peers at once. Ignore a kernel that lacks the option.
            _ = sockeye_set_bind_without_port(descriptor)
            return try check(sockeye_bind(descriptor, &address))
        }
        for port in ports {
            sockeye_address_set_port(&address, port)
            let result = sockeye_bind(descriptor, &address)
            if !Self.leavesOthers(result) || port == ports.upperBound { return try check(result) }
        }
    }

    /// Whether another port of the range may do: this one is taken, or below those that everybody may use.
    static func leavesOthers(_ result: Int32) -> Bool { result == -EADDRINUSE || result == -EACCES }

    private func check(_ result: Int32) throws(IOError) {
        if result < 0 { throw failure(0 - result) }
    }

    private func failure(_ errorNumber: Int32) -> IOError {
        .unusableLocalEnd(name, reason: IOError.message(for: errorNumber))
    }
}
