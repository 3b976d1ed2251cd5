internal import Sockeye

/// All transfers of a command line, one after another or with `-Z` at once, over as few connections as will do.
struct TransferRun {
    let settings: Settings
    let loop: EventLoop

    /// Runs them; the last one's exit code is the program's, as in curl.
    func run() async -> ExitCode {
        let transfers = transfers
        if settings.isParallel { return await runInParallel(transfers) }
        var result = ExitCode.success
        for transfer in transfers { result = await transfer.run() }
        return result
    }

    private var transfers: [Transfer] {
        let board = ProgressBoard()
        var transfers: [Transfer] = []
        for operation in settings.operations {
            let client = HTTPClient(configuration: configuration(for: operation))
            for target in operation.targets {
                guard let url = target.fullURL else { continue }
                transfers.append(
                    Transfer(
                        client: client, settings: settings, operation: operation, target: target, url: url,
                        number: transfers.count, loop: loop, board: board))
            }
        }
        return transfers
    }

    /// `-Z`: so many at once; the last failure's exit code is the program's.
    private func runInParallel(_ transfers: [Transfer]) async -> ExitCode {
        var result = ExitCode.success
        var waiting = transfers.makeIterator()
        await withTaskGroup(of: ExitCode.self) { group in
            for _ in 0..<settings.mostParallel {
                guard let transfer = waiting.next() else { break }
                group.addTask { await transfer.run() }
            }
            while let code = await group.next() {
                if code != .success { result = code }
                if let transfer = waiting.next() { group.addTask { await transfer.run() } }
            }
        }
        return result
    }

    private func configuration(for operation: TransferSettings) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.eventLoop = loop
        if settings.isParallel { configuration.pool.perOrigin = max(16, settings.mostParallel) }
        // Every field is the request's own here, since -H can take each of them back.
        configuration.defaultFields = [:]
        // curl's clocks: five minutes to connect, and no other limit unless asked for.
        let connect = operation.connectTimeout
        configuration.timeouts = Timeouts(
            resolve: connect, connect: connect ?? .seconds(300), tls: connect, firstByte: nil, idle: nil,
            total: operation.maximumTime)
        configuration.tls.verifiesPeer = operation.verifiesPeer
        var roots: [TLSConfiguration.Roots] = []
        if let file = operation.certificateAuthorityFile { roots.append(.file(file)) }
        if let folder = operation.certificateAuthorityFolder { roots.append(.folder(folder)) }
        if !roots.isEmpty { configuration.tls.roots = roots }
        configuration.addressFamily =
            switch operation.addressFamily {
            case .any: .any
            case .ipv4: .ipv4
            case .ipv6: .ipv6
            }
        configuration.hostOverrides = operation.resolveOverrides.compactMap { override in
            UInt16(exactly: override.port).map {
                HostOverride(host: override.host, port: $0, addresses: override.addresses)
            }
        }
        configuration.unixSocketPath = operation.unixSocket
        return configuration
    }
}
