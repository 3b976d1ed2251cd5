internal import SockeyeClient
internal import SockeyeIO
internal import SockeyeURL

/// Takes the steps to a connection to a URL: proxy, names, addresses, route.
struct ConnectionProbe: Sendable {
    /// How many addresses are tried individually.
    private static let addressLimit = 8

    let url: HTTPURL
    let configuration: HTTPClient.Configuration
    /// The host to connect to: the URL's, its replacement, or the first proxy.
    private(set) var host: String
    private(set) var port: UInt16
    /// The proxy nearest to the server, if any.
    let proxy: ProxyServer?
    /// The SOCKS proxy before it.
    private let before: ProxyServer?
    /// Whether the proxy tunnels the connection.
    private let isTunnel: Bool
    private var isReplaced = false

    init(to url: HTTPURL, _ configuration: HTTPClient.Configuration) {
        (self.url, self.configuration) = (url, configuration)
        (host, port) = (url.hostForConnecting, url.effectivePort)
        let (proxies, isTunnel) = configuration.proxies(to: url)
        (proxy, before) = (proxies.last, proxies.count > 1 ? proxies.first : nil)
        self.isTunnel = isTunnel
        if let first = proxies.first {
            (host, port) = (first.host, first.port)
        } else if let replacement {
            (host, port) = (replacement.newHost ?? host, replacement.newPort ?? port)
            // An IPv6 zone doesn't make it a different address.
            isReplaced = host.prefix { $0 != "%" } != url.hostForConnecting
        }
    }

    /// The first matching override, chosen as the client does.
    private var replacement: ConnectOverride? {
        configuration.connectOverrides.first { ($0.host ?? host) == host && ($0.port ?? port) == port }
    }

    /// The Unix domain socket to connect to: the proxy's, otherwise the client's.
    private var socketAddress: SocketAddress? {
        if let path = (before ?? proxy)?.unixSocketPath {
            return try? SocketAddress(unixPath: path)
        }
        return configuration.unixSocketPath.flatMap {
            try? SocketAddress(unixPath: $0, isAbstract: configuration.isUnixSocketAbstract)
        }
    }

    // MARK: Steps

    var proxyFacts: ProxyFacts {
        let proxies = configuration.proxies
        var facts = ProxyFacts()
        if let proxy {
            facts.proxy = Self.name(of: proxy)
            facts.before = before.map(Self.name)
            facts.readsEverything = !isTunnel
            facts.failure = proxy.fault.map { "\($0)" }
        } else if ((url.isSecure ? proxies.https : proxies.http) ?? proxies.before) != nil {
            facts.isReplacedBySocket = configuration.unixSocketPath != nil
            facts.exception = proxies.exceptions.entry(for: url.hostForConnecting, port: url.effectivePort)
        }
        return facts
    }

    private static func name(of proxy: ProxyServer) -> String {
        let host = proxy.host.contains(":") ? "[\(proxy.host)]" : proxy.host
        return "\(proxy.kind.rawValue)://\(host)" + (proxy.unixSocketPath ?? ":\(proxy.port)")
    }

    /// Resolves the host as the client would.
    func resolve(until end: Deadline) async -> (facts: NamesFacts, addresses: [SocketAddress]) {
        var facts = NamesFacts(host: host)
        (facts.isProxy, facts.isReplaced) = (proxy != nil, isReplaced)
        if let socketAddress {
            facts.source = .path
            facts.addresses = [socketAddress.description]
            return (facts, [socketAddress])
        }
        if let given = configuration.addresses(for: host, port: port) {
            facts.source = .override
            facts.addresses = given.map(\.host)
            return (facts, given)
        }
        if SocketAddress(numericHost: host, port: port) != nil { facts.source = .itself }
        let started = Deadline.now
        do throws(IOError) {
            let addresses = try await Resolver.addresses(
                of: host, port: port, family: configuration.addressFamily, asking: nil, or: configuration.nameService,
                on: configuration.eventLoop, until: end)
            facts.time = Deadline.now.duration(since: started)
            facts.addresses = addresses.map(\.host)
            return (facts, addresses)
        } catch {
            facts.time = Deadline.now.duration(since: started)
            switch error {
            case .unknownHost(_, let reason, let isTemporary):
                (facts.failure, facts.isTemporary) = (reason, isTemporary)
            case .timedOut: (facts.failure, facts.isTemporary) = ("the resolver doesn't answer", true)
            default: facts.failure = "\(error)"
            }
            return (facts, [])
        }
    }

    /// Connects to each address individually, all concurrently.
    ///
    /// - Returns: the results, and the local and remote end of one of the connections.
    func connect(
        to addresses: [SocketAddress], until end: Deadline, _ effort: EffortCounter
    ) async -> (facts: AddressesFacts, ends: (local: SocketAddress, remote: SocketAddress)?) {
        let (options, loop) = (configuration.socketOptions, configuration.eventLoop)
        let tried = addresses.prefix(Self.addressLimit)
        typealias Result = (index: Int, attempt: AddressesFacts.Attempt, local: SocketAddress?)
        var results: [Result] = await withTaskGroup(of: Result.self) { group in
            for (index, address) in tried.enumerated() {
                group.addTask {
                    var attempt = AddressesFacts.Attempt(address: address.description, family: address.family)
                    var local: SocketAddress?
                    let started = Deadline.now
                    do throws(IOError) {
                        let socket = try await Socket.connect(to: address, options: options, on: loop, until: end)
                        effort.count { $0.connections += 1 }
                        local = socket.localAddress
                        socket.close()
                    } catch {
                        attempt.failure = error
                    }
                    attempt.time = Deadline.now.duration(since: started)
                    return (index, attempt, local)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        results.sort { $0.index < $1.index }
        var facts = AddressesFacts(attempts: results.map(\.attempt))
        facts.untried = addresses.count - tried.count
        let connected = results.filter { $0.attempt.failure == nil }
        // No race if only one address connected.
        if connected.count == 1 { facts.winner = connected.first?.attempt.address }
        guard let first = connected.first, let local = first.local else { return (facts, nil) }
        return (facts, (local, addresses[first.index]))
    }

    /// Finds the local address and interface of a connection.
    func route(
        _ ends: (local: SocketAddress, remote: SocketAddress)?, _ attempts: [AddressesFacts.Attempt],
        until end: Deadline
    ) async -> RouteFacts {
        var facts = RouteFacts()
        var updates = NetworkPath.Updates(loop: configuration.eventLoop).makeAsyncIterator()
        let path = try? await updates.next(until: end)
        facts.status = path?.status.rawValue
        if let ends {
            facts.localAddress = ends.local.family == .unix ? ends.remote.host : ends.local.host
            facts.isLoopback = ends.local.family == .unix || (path?.owns(ends.remote.host) ?? false)
            facts.interface = path?.interfaces
                .first { $0.addresses.contains { $0.host == ends.local.host } }
                .map { ($0.name, $0.kind.rawValue) }
            return facts
        }
        for attempt in attempts {
            if case .unusableLocalEnd = attempt.failure { facts.failure = attempt.failure.map { "\($0)" } }
        }
        if facts.failure == nil, !attempts.isEmpty, attempts.allSatisfy({ $0.failure?.isLackOfRoute ?? false }) {
            facts.failure = "there is no route to the server"
        }
        return facts
    }
}
