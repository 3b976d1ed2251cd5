internal import Sockeye
internal import SockeyeBackground
internal import SockeyeClient
internal import SockeyeIO

// The configuration of the client that an operation's options ask for.
extension Run {
    /// The operation's netrc file, which `-u` replaces. As in curl, an unreadable one is an error unless it is optional, and a
    /// malformed one always is.
    private func netrc(for operation: TransferSettings) throws(TransferFailure) -> Netrc? {
        let wish = operation.authentication
        if !wish.readsNetrc || wish.user != nil || operation.removes("authorization") { return nil }
        // As in curl before 8.18, an empty name is for no file, not even the one of -n.
        if wish.netrcFile == "" { return nil }
        let home = machine.text(ofVariable: "NETRC") ?? machine.text(ofVariable: "HOME").map { $0 + "/.netrc" }
        guard let path = wish.netrcFile ?? home else { return nil }
        let octets: [UInt8]
        do throws(InputError) {
            octets = try machine.read(path, .netrc, until: operation.deadline)
        } catch {
            if wish.isNetrcOptional { return nil }
            throw TransferFailure(error.exitCode, "cannot read \(error.path): \(error.reason)")
        }
        let netrc = Netrc(parsing: octets)
        if let fault = netrc.fault { throw TransferFailure(.readError, "\(path):\(fault.line): \(fault)") }
        return netrc
    }

    /// The URLs' IPv6 zones: only connecting needs them, and no field may tell them (RFC 6874 section 3).
    private func zones(of operation: TransferSettings) -> [ConnectOverride] {
        operation.sampleTargets.compactMap { target in
            guard let text = target.fullURL(defaultScheme: operation.redirects.defaultScheme),
                let zone = TypedURL.zone(in: text), let url = (try? TypedURL.parse(text))?.url
            else { return nil }
            let host = url.hostForConnecting
            // Only such addresses have zones; of others the system refuses one.
            guard host.hasPrefix("fe80:") else { return nil }
            return ConnectOverride(host: host, port: nil, newHost: "\(host)%\(zone.name)", newPort: nil)
        }
    }

    /// The roots that variables name, in curl's order: its own comes before those of OpenSSL.
    var rootsOfEnvironment: [TLSConfiguration.Roots] {
        func path(_ name: String) -> String? { machine.text(ofVariable: name).flatMap { $0.isEmpty ? nil : $0 } }
        if let file = path("CURL_CA_BUNDLE") { return [.file(file)] }
        return [path("SSL_CERT_FILE").map { .file($0) }, path("SSL_CERT_DIR").map { .folder($0) }].compactMap { $0 }
    }

    /// The configuration of a worker in the background: the library's fields and times, with the command line's trust, proxies,
    /// addresses and sockets.
    func workerConfiguration(on loop: EventLoop) throws -> HTTPClient.Configuration {
        let operation = settings.transfer
        var configuration = try configuration(for: operation, on: loop)
        let usual = BackgroundTransfers.defaultConfiguration()
        configuration.defaultFields = usual.defaultFields
        configuration.waitsForConnectivity = usual.waitsForConnectivity
        // The same queue must not succeed or fail by who works on it.
        if !operation.redirects.isFollowing { configuration.redirects = usual.redirects }
        configuration.timeouts.firstByte = operation.idleTimeout ?? usual.timeouts.firstByte
        configuration.timeouts.idle = operation.idleTimeout ?? usual.timeouts.idle
        return configuration
    }

    /// The client's configuration for an operation.
    func configuration(for operation: TransferSettings, on loop: EventLoop) throws -> HTTPClient.Configuration {
        var operation = operation
        if !settings.isDryRun { try operation.readTrustPipes(on: machine) }
        var configuration = plainConfiguration(for: operation)
        configuration.eventLoop = loop
        do throws(ProxyError) {
            configuration.proxies = try operation.proxy.settings(
                userAgent: operation.userAgent, headers: operation.headers, environment: machine.text(ofVariable:))
        } catch {
            throw TransferFailure(HTTPClientError(.prepare, origin: nil, cause: .proxy(error)))
        }
        configuration.proxies.authentication.delegation = operation.authentication.delegation
        configuration.netrc = try netrc(for: operation)
        // As in curl, --capath holds for proxies too.
        configuration.proxyTLS = operation.proxy.trust.configuration(
            defaultRoots: operation.trust.certificateAuthorityFolder.map { [.folder($0)] } ?? [])
        configuration.nameService = nameService(for: operation, on: loop)
        return configuration
    }

    /// Without what has to be read or parsed first.
    private func plainConfiguration(for operation: TransferSettings) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        (configuration.recorder, configuration.replay) = (tape.recorder, tape.replay)
        if settings.isParallel {
            configuration.pool.perOrigin = max(16, settings.parallelLimit)
            configuration.pool.total = min(configuration.pool.total, Descriptors(machine).budget)
        }
        if let most = settings.perHostLimit { configuration.pool.perOrigin = settings.shard?.share(of: most) ?? most }
        // Every field is set on the request, since -H can remove any of them.
        configuration.defaultFields = [:]
        // curl's timeouts: five minutes to connect, and no other limit by default.
        configuration.timeouts = Timeouts(
            resolve: nil, connect: nil, handshake: nil, firstByte: operation.idleTimeout, idle: operation.idleTimeout,
            total: operation.timeLimit, opening: operation.connectTimeout ?? .seconds(300))
        configuration.redirects = operation.redirects.policy(
            hasCustomMethod: operation.customMethod != nil, uploads: operation.targets.contains(where: \.isUpload),
            posting: operation.postingMethod)
        // curl sends -X as it is.
        configuration.capitalizesMethods = false
        configuration.compatibility.acceptsHTTP09 = operation.acceptsHTTP09
        configuration.compatibility.ignoresContentLength = operation.ignoresContentLength
        // curl's: a line of less than 100 KiB, all lines together 300 KiB.
        configuration.limits.lineBytes = 100 * 1024 - 1
        configuration.limits.headBytes = 300 * 1024
        configuration.limits.fieldCount = 5_000
        configuration.coding = operation.coding.options
        if operation.removes("accept-encoding") { configuration.coding.contentCodings = [] }
        if operation.removes("te") { configuration.coding.offersTransferCoding = false }
        configuration.authentication = operation.authentication.options
        configuration.redirects.refusesUserInformation = operation.authentication.disallowsUserInURL
        configuration.tls = operation.trust.configuration(defaultRoots: rootsOfEnvironment)
        configuration.tls.describesChain = operation.writeOut.tellsCertificates || settings.trace.explains
        configuration.tls.keyLogFile = KeyLogFile.ofEnvironment(self)
        configuration.addressFamily = operation.addressFamily
        configuration.hostOverrides = operation.resolveOverrides
        configuration.unixSocketPath = operation.abstractUnixSocket ?? operation.unixSocket
        configuration.isUnixSocketAbstract = operation.abstractUnixSocket != nil
        configuration.connectOverrides = operation.redirections + zones(of: operation)
        operation.socket.apply(to: &configuration)
        configuration.waitsForConnectivity = operation.waitsForNetwork
        if let timeout = operation.continueTimeout { configuration.continueTimeout = timeout }
        if let speed = operation.minimumSpeed { configuration.timeouts.minimumSpeed = speed }
        return configuration
    }
}
