internal import Sockeye

/// All transfers of a command line, one after another, over as few connections as will do.
struct TransferRun {
    let settings: Settings
    let loop: EventLoop

    /// Runs them; the last one's exit code is the program's, as in curl.
    func run() async -> ExitCode {
        var result = ExitCode.success
        var number = 0
        for operation in settings.operations {
            let cookieFiles = CookieFiles(settings: operation.cookies, isSilent: settings.isSilent)
            var configuration = configuration(for: operation)
            do throws(ProxyError) {
                configuration.proxies = try operation.proxy.settings(userAgent: operation.userAgent)
            } catch {
                let failure = TransferFailure(HTTPClientError(.prepare, origin: nil, cause: .proxy(error)))
                if settings.printsErrors { Terminal.printError(Message.failure(failure.exitCode, failure.message)) }
                result = failure.exitCode
                continue
            }
            configuration.proxyTLS = proxyTLS(for: operation)
            configuration.cookies = cookieFiles.load()
            let client = HTTPClient(configuration: configuration)
            defer { cookieFiles.save(client.configuration.cookies) }
            for target in operation.targets {
                guard let url = target.fullURL(defaultScheme: operation.redirects.defaultScheme) else { continue }
                let transfer = Transfer(
                    client: client, settings: settings, operation: operation, target: target, url: url,
                    number: number, loop: loop)
                result = await transfer.run()
                number += 1
            }
        }
        return result
    }

    /// The netrc file that the operation asks for. One that cannot be read is warned of and does without, as in curl.
    private func netrc(for operation: TransferSettings) -> Netrc? {
        let wish = operation.authentication
        if !wish.readsNetrc { return nil }
        guard let path = wish.netrcFile ?? Environment.value("HOME").map({ $0 + "/.netrc" }) else { return nil }
        do throws(InputError) {
            return Netrc(parsing: String(decoding: try InputFile.read(path), as: UTF8.self))
        } catch {
            if wish.netrcFile != nil, !settings.isSilent {
                Terminal.printError(Message.warning("cannot read \(error.path): \(error.reason)"))
            }
            return nil
        }
    }

    /// Whom to trust among proxies: the system's roots, or those of --proxy-cacert; nobody is checked by --proxy-insecure.
    private func proxyTLS(for operation: TransferSettings) -> TLSConfiguration {
        var tls = TLSConfiguration()
        tls.verifiesPeer = operation.proxy.verifiesPeer
        if let file = operation.proxy.certificateAuthorityFile { tls.roots = [.file(file)] }
        return tls
    }

    private func configuration(for operation: TransferSettings) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.eventLoop = loop
        // Every field is the request's own here, since -H can take each of them back.
        configuration.defaultFields = [:]
        // curl's clocks: five minutes to connect, and no other limit unless asked for.
        let connect = operation.connectTimeout
        configuration.timeouts = Timeouts(
            resolve: connect, connect: connect ?? .seconds(300), tls: connect, firstByte: nil, idle: nil,
            total: operation.maximumTime)
        configuration.redirects = operation.redirects.policy(hasCustomMethod: operation.customMethod != nil)
        configuration.coding = operation.coding.options
        configuration.authentication = operation.authentication.options
        configuration.redirects.refusesUserInformation = operation.authentication.disallowsUserInURL
        configuration.netrc = netrc(for: operation)
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
