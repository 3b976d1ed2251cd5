internal import SockeyeIO
internal import SockeyeTransport
internal import SockeyeTLS
internal import Synchronization

/// Opens connections: resolve → connect (Happy Eyeballs) → TLS, each phase with its own clock.
final class Connector: Sendable {
    let configuration: HTTPClient.Configuration
    /// A list, since a dictionary of this key costs each start its type.
    private let contexts = Mutex<[(use: Use, context: TLSContext)]>([])
    private let tickets = Mutex<[Origin: TLSTicket]>([:])
    private let nextNumber = Atomic<UInt64>(0)

    /// The most origins with a kept ticket; at the limit all are dropped.
    private static let ticketLimit = 1024

    /// What a TLS context is for.
    private enum Use { case origins, proxies, withoutIdentity, withoutProtocol }

    init(_ configuration: HTTPClient.Configuration) {
        self.configuration = configuration
    }

    /// Opens a connection to `origin`, recording when each phase ended.
    @inline(never)
    func open(
        _ origin: Origin, deadlines: Deadlines, timings: inout Timings, observer: Observers?
    ) async throws(HTTPClientError) -> Connection {
        let login = origin.route.map { ProxyLogin($0, configuration, until: deadlines.total) }
        // One clock for all the connections that the login takes.
        let deadlines = deadlines.ofOpening
        while true {
            do throws(HTTPClientError) {
                return try await open(origin, login, deadlines: deadlines, timings: &timings, observer: observer)
            } catch {
                guard login?.takesNewConnection() == true else { throw error }
            }
        }
    }

    @inline(never)
    private func open(
        _ origin: Origin, _ login: ProxyLogin?, deadlines: Deadlines, timings: inout Timings, observer: Observers?
    ) async throws(HTTPClientError) -> Connection {
        if let make = configuration.transport { return try await standIn(made: make, for: origin, observer) }
        try checkNames(of: origin)
        let endpoint = origin.firstEndpoint.overridden(by: configuration.connectOverrides)
        let tape = try tape(for: origin)
        let link = try await connect(endpoint, tape, deadlines: deadlines, timings: &timings, observer: observer)
        timings.connected = .now
        let opening = Opening(origin, link, number: nextNumber.wrappingAdd(1, ordering: .relaxed).oldValue)
        opening.isConnected(link.race, observer)
        var stream = link.transport
        if let route = origin.route, let login {
            stream = try await passProxies(of: route, login, stream, opening, tape, deadlines, observer)
            timings.tunnelled = .now
        }
        if configuration.compatibility.sendsProxyHeader {
            let header = ProxyHeader(
                from: link.localAddress, to: link.peerAddress, client: configuration.compatibility.proxyHeaderClient)
            guard let header else {
                let reason = "the PROXY header's client is not an IP address in numbers"
                throw HTTPClientError(.connect, origin: origin.description, cause: .network(.invalidArgument(reason)))
            }
            try await header.send(over: stream, to: origin, deadlines: deadlines)
        }
        guard origin.isSecure else { return opening.connection(over: stream) }
        observer?.tell(.securing, origin.host)
        stream = try await secure(
            stream, origin.endpoint, deadlines: deadlines, resuming: ticket(for: origin), observer: observer)
        timings.secured = .now
        opening.isSecured(by: stream, verifying: configuration.tls.verifiesPeer, observer)
        return opening.connection(over: stream)
    }

    /// A connection that is being opened. A class, since as variables of `open` its details would take memory in each
    /// waiting task.
    private final class Opening {
        let origin: Origin
        private(set) var details: ConnectionDetails
        /// The server's first bytes, if they came with the proxy's answer.
        var leftover: [UInt8] = []

        init(_ origin: Origin, _ link: Link, number: UInt64) {
            self.origin = origin
            details = ConnectionDetails(
                number: number, host: origin.host, port: origin.port, localAddress: link.localAddress,
                peerAddress: link.peerAddress, tls: nil)
        }

        @inline(never)
        func isConnected(_ race: AddressRace, _ observer: Observers?) {
            observer?.tell(.addressRace, (race, details))
        }

        @inline(never)
        func isSecured(by stream: any Transport, verifying verifiesPeer: Bool, _ observer: Observers?) {
            details.tls = stream.negotiated
            guard let observer, let tls = details.tls else { return }
            observer.tell(.tlsNegotiated, tls)
            guard let certificate = tls.certificate else { return }
            let isGood =
                verifiesPeer && certificate.verificationFailure == nil
                && !tls.warnings.contains(where: \.concernsTheHost)
            observer.tell(isGood ? .certificateAccepted : .certificateUnchecked, (certificate, origin.host))
        }

        @inline(never)
        func connection(over stream: any Transport) -> Connection {
            Connection(origin: origin, transport: stream, details: details, leftover: leftover)
        }
    }

    @inline(never)
    private func passProxies(
        of route: ProxyRoute, _ login: ProxyLogin, _ stream: any Transport, _ opening: Opening, _ tape: ConnectionTape?,
        _ deadlines: Deadlines, _ observer: Observers?
    ) async throws(HTTPClientError) -> any Transport {
        let way = ProxyChain(
            configuration: configuration, origin: opening.origin, route: route, login: login, details: opening.details,
            deadlines: deadlines, observer: observer, tape: tape,
            secure: { (stream: any Transport, endpoint: Endpoint) async throws(HTTPClientError) -> any Transport in
                try await self.secure(stream, endpoint, deadlines: deadlines, observer: observer)
            })
        let (stream, leftover) = try await way.open(stream)
        opening.leftover = leftover
        return stream
    }

    /// A connection over the configuration's replacement for the network.
    @inline(never)
    private func standIn(
        made make: @Sendable (Origin) async throws -> any Transport, for origin: Origin,
        _ observer: Observers?
    ) async throws(HTTPClientError) -> Connection {
        let number = nextNumber.wrappingAdd(1, ordering: .relaxed).oldValue
        let details = ConnectionDetails(number: number, host: origin.host, port: origin.port)
        do {
            let transport = try await make(origin)
            observer?.tell(.addressRace, (AddressRace(runners: []), details))
            return Connection(origin: origin, transport: transport, details: details)
        } catch let error as IOError {
            throw HTTPClientError(.connect, origin: origin.description, cause: .network(error))
        } catch {
            throw HTTPClientError(.connect, origin: origin.description, cause: .unexpected("\(error)"))
        }
    }

    /// Checks, before anything is sent, that the proxy is one, and that certificates can be verified for every name on the
    /// route.
    private func checkNames(of origin: Origin) throws(HTTPClientError) {
        if let fault = origin.route?.server.fault {
            throw HTTPClientError(.connect, origin: origin.description, cause: .proxy(fault))
        }
        if let proxy = origin.route?.server, proxy.kind == .https { try checkName(of: proxy.endpoint) }
        if origin.isSecure { try checkName(of: origin.endpoint) }
    }

    private func checkName(of endpoint: Endpoint) throws(HTTPClientError) {
        do throws(TLSError) {
            _ = try PeerName(endpoint.host, isAddress: endpoint.hostIsAddress)
        } catch {
            throw HTTPClientError(.handshake, origin: endpoint.name, cause: .tls(error))
        }
    }

    /// What records or replays the connection, if anything does.
    private func tape(for origin: Origin) throws(HTTPClientError) -> ConnectionTape? {
        if configuration.recorder == nil, configuration.replay == nil { return nil }
        do throws(IOError) {
            return try ConnectionTape(
                configuration.recorder, configuration.replay, to: origin.description, on: configuration.eventLoop)
        } catch {
            throw HTTPClientError(.connect, origin: origin.description, cause: .network(error))
        }
    }

    // MARK: TCP

    private func connect(
        _ endpoint: Endpoint, _ tape: ConnectionTape?, deadlines: Deadlines, timings: inout Timings,
        observer: Observers?
    ) async throws(HTTPClientError) -> Link {
        let addresses = try await addresses(
            of: endpoint, tape, deadlines: deadlines, timings: &timings, observer: observer)
        observer?.tell(.connecting, addresses)
        let end = deadlines.end(.connect, deadlines.timeouts.connect)
        do throws(IOError) {
            return try await tape.link {
                await Socket.race(
                    toAnyOf: addresses, options: configuration.socketOptions, on: configuration.eventLoop,
                    until: end.moment)
            } failed: { race in
                observer?.tell(.addressRace, (race, nil))
            }
        } catch {
            throw HTTPClientError(error, in: .connect, origin: endpoint.name, end: end, timeouts: deadlines.timeouts)
        }
    }

    private func addresses(
        of endpoint: Endpoint, _ tape: ConnectionTape?, deadlines: Deadlines, timings: inout Timings,
        observer: Observers?
    ) async throws(HTTPClientError) -> [SocketAddress] {
        let end = deadlines.end(.resolve, deadlines.timeouts.resolve)
        do throws(IOError) {
            let path = endpoint.unixSocketPath ?? configuration.unixSocketPath
            if let path {
                let isAbstract = endpoint.unixSocketPath == nil && configuration.isUnixSocketAbstract
                let address = try SocketAddress(unixPath: path, isAbstract: isAbstract)
                observer?.tell(.addressesChosen, ([address], .unixSocket))
                return [address]
            }
            if let override = configuration.addresses(for: endpoint.host, port: endpoint.port) {
                observer?.tell(.addressesChosen, (override, .override))
                return override
            }
            // A numeric address isn't resolved.
            if !endpoint.hostIsAddress { observer?.tell(.resolving, endpoint.host) }
            let addresses = try await tape.addresses { () async throws(IOError) in
                try await Resolver.addresses(
                    of: endpoint.host, port: endpoint.port, family: configuration.addressFamily,
                    asking: configuration.lookup,
                    or: configuration.nameService, on: configuration.eventLoop, until: end.moment)
            }
            if !endpoint.hostIsAddress { timings.resolved = .now }
            observer?.tell(.addressesChosen, (addresses, endpoint.hostIsAddress ? .url : .resolver))
            return addresses
        } catch {
            if endpoint.isProxy, case .unknownHost(let host, _, _) = error {
                throw HTTPClientError(.resolve, origin: nil, cause: .proxy(.unknownHost(host)))
            }
            // A numeric address of the other family needs no look-up to be out of reach.
            let phase: HTTPClientError.Phase = endpoint.hostIsAddress ? .connect : .resolve
            throw HTTPClientError(error, in: phase, origin: endpoint.name, end: end, timeouts: deadlines.timeouts)
        }
    }

    // MARK: TLS

    @inline(never)
    private func secure(
        _ stream: any Transport, _ endpoint: Endpoint, deadlines: Deadlines, resuming ticket: TLSTicket? = nil,
        observer: Observers?
    ) async throws(HTTPClientError) -> any Transport {
        try await handshake(stream, endpoint, deadlines, resuming: ticket, observer) { () throws(StreamError) in
            try context(for: endpoint.isProxy ? .proxies : endpoint.hidesIdentity ? .withoutIdentity : .origins)
        }
    }

    private func handshake(
        _ stream: any Transport, _ endpoint: Endpoint, _ deadlines: Deadlines, resuming ticket: TLSTicket? = nil,
        _ observer: Observers?, in context: () throws(StreamError) -> TLSContext
    ) async throws(HTTPClientError) -> any Transport {
        let end = deadlines.end(.handshake, deadlines.timeouts.handshake)
        do throws(StreamError) {
            return try await stream.secured(showing: observer?.tlsMessages) { stream, watcher throws(StreamError) in
                try await ByteStream.client(
                    over: stream, context: try context(), host: endpoint.host, isAddress: endpoint.hostIsAddress,
                    resuming: ticket, watcher: watcher, until: end.moment)
            }
        } catch {
            if case .tls(let reason) = error {
                observer?.tell(.certificateRefused, (endpoint.host, "\(reason)"))
            }
            throw HTTPClientError(error, in: .handshake, origin: endpoint.name, end: end, timeouts: deadlines.timeouts)
        }
    }

    /// Starts TLS for another protocol than HTTP: with settings of its own or, without a protocol to offer (ALPN), the
    /// client's.
    func secure(
        _ stream: any Transport, _ endpoint: Endpoint, _ settings: TLSConfiguration?, deadlines: Deadlines,
        observer: Observers?
    ) async throws(HTTPClientError) -> any Transport {
        try checkName(of: endpoint)
        return try await handshake(stream, endpoint, deadlines, observer) { () throws(StreamError) in
            // Those of the caller aren't kept: the next connection may have others.
            if let settings { try Self.context(settings) } else { try context(for: .withoutProtocol) }
        }
    }

    /// The context, created for the first connection that needs it, since reading the system's roots takes time that
    /// plain connections shouldn't pay for.
    private func context(for use: Use) throws(StreamError) -> TLSContext {
        var settings = configuration.tls
        switch use {
        case .origins: break
        case .proxies:
            guard let own = configuration.proxyTLS else { return try context(for: .withoutIdentity) }
            settings = own
        case .withoutIdentity: settings.identity = nil
        case .withoutProtocol: settings.applicationProtocols = []
        }
        return try contexts.withLock { contexts throws(StreamError) in
            if let kept = contexts.first(where: { $0.use == use }) { return kept.context }
            let made = try Self.context(settings)
            contexts.append((use, made))
            return made
        }
    }

    private static func context(_ settings: TLSConfiguration) throws(StreamError) -> TLSContext {
        do throws(TLSError) {
            return try TLSContext(client: settings)
        } catch {
            throw .tls(error)
        }
    }

    private func ticket(for origin: Origin) -> TLSTicket? {
        configuration.tls.resumesSessions ? tickets.withLock { $0[origin] } : nil
    }

    /// Drops every ticket.
    func forgetTickets() {
        tickets.withLock { $0.removeAll() }
    }

    /// Keeps the ticket received on `connection`, if any, for the next connection to its origin.
    func keepTicket(of connection: Connection) {
        guard configuration.tls.resumesSessions, let ticket = connection.transport.stream?.takeTicket() else { return }
        tickets.withLock { tickets in
            if tickets.count >= Self.ticketLimit { tickets.removeAll(keepingCapacity: true) }
            tickets[connection.origin] = ticket
        }
    }
}
