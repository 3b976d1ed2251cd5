internal import CSystemShims

extension Socket {
    /// Resolves `host` and connects; of several addresses, the first to answer wins (RFC 8305).
    ///
    /// - Parameters:
    ///   - host: a name, or an IPv4 or IPv6 address without brackets.
    ///   - port: of the other end.
    ///   - family: which addresses to use.
    ///   - options: the local end and the socket options.
    ///   - loop: watches the socket.
    ///   - deadline: for resolving and connecting together.
    /// - Throws: `IOError.unknownHost`, `.unusableLocalEnd`, the most telling error of the addresses tried, `.timedOut` or
    ///   `.cancelled`.
    public static func connect(
        host: String, port: UInt16, family: Resolver.AddressFamily = .any, options: SocketOptions = SocketOptions(),
        on loop: EventLoop = .shared, until deadline: Deadline = .after(.seconds(300))
    ) async throws(IOError) -> Socket {
        let addresses = try await Resolver.addresses(
            of: host, port: port, family: family, on: loop, until: deadline)
        return try await connect(toAnyOf: addresses, options: options, on: loop, until: deadline)
    }

    /// Connects to one address (`socket(2)`, `bind(2)` if the options name a local end, `connect(2)`).
    public static func connect(
        to address: SocketAddress, options: SocketOptions = SocketOptions(), on loop: EventLoop = .shared,
        until deadline: Deadline = .after(.seconds(300))
    ) async throws(IOError) -> Socket {
        let binding = try await LocalBinding(options, on: loop, until: deadline)
        return try await connect(to: address, options, binding, on: loop, until: deadline)
    }

    private static func connect(
        to address: SocketAddress, _ options: SocketOptions, _ binding: LocalBinding, on loop: EventLoop,
        until deadline: Deadline
    ) async throws(IOError) -> Socket {
        var number: Int32 = -1
        if options.usesMultiplePaths, address.family != .unix { number = sockeye_multipath_socket(address.family.raw) }
        // Not every system has it, and a plain connection does the same.
        if number < 0 { number = try SystemCall.check("socket", sockeye_socket(address.family.raw)) }
        let descriptor = Descriptor(owning: number)
        try binding.bind(descriptor.number, address.family)
        // SAFETY: connect copies the address and does not keep the pointer.
        let result = withUnsafePointer(to: address.raw) { sockeye_connect(descriptor.number, $0) }
        if result != -ErrorNumber.inProgress { _ = try SystemCall.check("connect", result) }
        // The kernel reports a socket as broken until connect is called, so watch it only from here on.
        let socket = try Socket(descriptor, on: loop)
        if result != 0 { try await socket.finishConnecting(until: deadline) }
        // A Unix domain socket has no Nagle algorithm to turn off.
        if address.family != .unix { try socket.apply(options, address.family) }
        return socket
    }

    private func apply(_ options: SocketOptions, _ family: SocketAddress.Family) throws(IOError) {
        if options.sendsAtOnce { try setNoDelay(true) }
        if let value = options.typeOfService {
            try set { sockeye_set_type_of_service($0, family == .ipv6 ? 1 : 0, Int32(value)) }
        }
        if let priority = options.priority { try set { sockeye_set_priority($0, priority) } }
        if let count = options.keepAliveCount { try set { sockeye_set_keep_alive_count($0, count) } }
        guard let time = options.keepAliveTime else { return }
        let seconds = Int32(min(32_767, max(1, time.components.seconds)))
        _ = try withDescriptor { number throws(IOError) in
            _ = try SystemCall.check("setsockopt", sockeye_set_keep_alive(number, 1))
            _ = try SystemCall.check("setsockopt", sockeye_set_keep_alive_time(number, seconds))
        }
    }

    private func set(_ option: (Int32) -> Int32) throws(IOError) {
        _ = try withDescriptor { number throws(IOError) in try SystemCall.check("setsockopt", option(number)) }
    }

    private func finishConnecting(until deadline: Deadline) async throws(IOError) {
        try await wait(for: .writable, until: deadline)
        _ = try withDescriptor { number throws(IOError) in
            try SystemCall.check("connect", sockeye_socket_error(number))
        }
    }

    /// Connects to whichever of `addresses` answers first.
    static func connect(
        toAnyOf addresses: [SocketAddress], options: SocketOptions = SocketOptions(), on loop: EventLoop,
        until deadline: Deadline
    ) async throws(IOError) -> Socket {
        try await race(toAnyOf: addresses, options: options, on: loop, until: deadline).result.get()
    }

    /// Connects to whichever of `addresses` answers first, and says how each of them did. The next one is tried when an
    /// attempt fails, or alongside it after `attemptDelay` without news (RFC 8305 section 5).
    package static func race(
        toAnyOf addresses: [SocketAddress], options: SocketOptions = SocketOptions(), on loop: EventLoop,
        until deadline: Deadline
    ) async -> (result: Result<Socket, IOError>, race: AddressRace) {
        var record = AddressRace(addresses)
        guard let first = addresses.first else {
            return (.failure(.invalidArgument("there is no address to connect to")), record)
        }
        let binding: LocalBinding
        do throws(IOError) {
            binding = try await LocalBinding(options, on: loop, until: deadline)
        } catch {
            return (.failure(error), record)
        }
        if addresses.count == 1 {
            let result = await outcome { () throws(IOError) in
                try await connect(to: first, options, binding, on: loop, until: deadline)
            }
            record.note(0, AddressRace.Outcome(result))
            return (result, record)
        }
        return await race(HappyEyeballs(addresses: addresses), record, options, binding, on: loop, until: deadline)
    }

    private enum RaceEvent: Sendable {
        case attempt(Result<Socket, IOError>, turn: Int)
        /// The delay after the attempt with this number is over.
        case delayOver(after: Int)
    }

    private static func race(
        _ plan: HappyEyeballs, _ record: AddressRace, _ options: SocketOptions, _ binding: LocalBinding,
        on loop: EventLoop, until deadline: Deadline
    ) async -> (result: Result<Socket, IOError>, race: AddressRace) {
        await withTaskGroup(of: RaceEvent.self) { group in
            var (plan, record) = (plan, record)
            var running = 0
            var started = 0
            var failure: IOError?

            func startNext() {
                guard let address = plan.next() else { return }
                let turn = started
                record.note(turn, .dropped)
                running += 1
                started += 1
                group.addTask {
                    await .attempt(
                        outcome { () throws(IOError) in
                            try await connect(to: address, options, binding, on: loop, until: deadline)
                        }, turn: turn)
                }
                if plan.isEmpty { return }
                group.addTask { [started] in
                    _ = await outcome { () throws(IOError) in
                        try await loop.sleep(until: .after(options.attemptDelay))
                    }
                    return .delayOver(after: started)
                }
            }

            startNext()
            while let event = await group.next() {
                switch event {
                case .attempt(.success(let socket), let turn):
                    group.cancelAll()
                    record.note(turn, .won)
                    return (.success(socket), record)
                case .attempt(.failure(let error), let turn):
                    running -= 1
                    let told = failure.map { HappyEyeballs.telling($0, error) } ?? error
                    failure = told
                    if error == .timedOut, deadline.hasPassed {
                        // The others stay noted as dropped, as this one is.
                        group.cancelAll()
                        return (.failure(error), record)
                    }
                    record.note(turn, .failed(error))
                    if error == .cancelled || plan.isEmpty && running == 0 {
                        group.cancelAll()
                        return (.failure(error == .cancelled ? error : told), record)
                    }
                    startNext()
                case .delayOver(let attempt):
                    // RFC 8305 section 5: the delay counts from the latest attempt, so ignore those of earlier ones.
                    if attempt == started, !Task.isCancelled { startNext() }
                }
            }
            return (.failure(failure ?? .timedOut), record)
        }
    }
}

extension AddressRace.Outcome {
    fileprivate init(_ result: Result<Socket, IOError>) {
        switch result {
        case .success: self = .won
        case .failure(let error): self = .failed(error)
        }
    }
}
