internal import Sockeye
internal import SockeyeBackground
internal import SockeyeClient
internal import SockeyeIO
internal import SockeyeRecording
internal import SockeyeTranscript
internal import SockeyeTransfers

/// All transfers of a command line, one after another or in parallel with `-Z`, over as few connections as possible.
struct TransferRun {
    private var run: Run
    let loop: EventLoop
    /// The record for `--har` and `--explain-page`.
    var transcript: Transcript?

    init(_ run: Run, on loop: EventLoop) { (self.run, self.loop) = (run, loop) }

    private var settings: Settings { run.settings }

    /// What the transfers of all operations have in common.
    private struct Shared {
        let progress = RunProgress()
        let names: OutputNames
        let heads: SharedHeads
        let count: TransferCount
        var journal: RunJournal?
        var traceOutput: TraceOutput?
        /// The last operation's client, whose connections the next one uses too, and the cookies so far.
        var client: HTTPClient?
        var cookies: CookieJar?

        init(_ machine: any Machine, count: TransferCount = TransferCount()) {
            (names, heads, self.count) = (OutputNames(machine), SharedHeads(machine), count)
        }
    }

    /// The transfers of one operation, and the files to save afterwards.
    private struct Batch {
        var source: TransferSource
        var cookieFiles: CookieFiles
        var hstsFiles: HSTSFiles
        var client: HTTPClient
        let operation: TransferSettings

        /// How long a validation of the cache may hold up the end of the program.
        private static let longestValidation = Duration.seconds(10)

        /// Saves the files; a failure to do so is returned unless one came before it.
        func end(after result: ExitCode, _ run: Run) async -> ExitCode {
            if let cache = client.configuration.cache {
                if !run.interruption.hasCome { await cache.finishValidations(within: Self.longestValidation) }
                cache.flush()
            }
            if run.settings.isDryRun { return result }
            let configuration = client.configuration
            let failures = [
                cookieFiles.save(configuration.cookies, until: operation.deadline),
                hstsFiles.save(configuration.strictTransportSecurity, until: operation.deadline),
            ].compactMap(\.self)
            for failure in failures { run.fail(failure) }
            return result == .success ? failures.first?.exitCode ?? result : result
        }
    }

    /// Runs them, with what `--archive` packs. As in curl, the exit code is the last one's.
    func perform() async -> ExitCode {
        // A dry run packs too: the request tells the archive's length.
        guard settings.operations.contains(where: \.extraction.packsUploads) else { return await runRecorded() }
        var packed = PackedUploads()
        defer { packed.remove(on: run.machine) }
        var copy = self
        do throws(TransferFailure) {
            try await packed.pack(&copy.run)
        } catch {
            return run.fail(run.interruption.explain(error))
        }
        return await copy.runRecorded()
    }

    /// Runs them, and writes the files of `--har` and `--explain-page`, however they end.
    private func runRecorded() async -> ExitCode {
        guard let files = TranscriptFiles(run) else { return await runAll() }
        do throws(TransferFailure) {
            try files.check()
        } catch {
            return run.fail(error)
        }
        var recorded = self
        recorded.transcript = files.transcript
        return files.write(after: await recorded.runAll())
    }

    /// As in curl, the exit code is the last one's.
    private func runAll() async -> ExitCode {
        var shared = Shared(run.machine)
        do throws(TransferFailure) {
            shared.journal = try await RunJournal.open(run, loop)
        } catch {
            return run.fail(error)
        }
        shared.traceOutput = run.traceOutput
        var number = 0
        var result = ExitCode.success
        var parallel: [Batch] = []
        var nextStart: Deadline?
        for operation in settings.operations {
            var batch: Batch
            do throws(TransferFailure) {
                batch = try makeBatch(of: operation, firstNumber: number, &shared)
            } catch {
                result = run.fail(error)
                continue
            }
            if settings.isParallel {
                parallel.append(batch)
                number += operation.targets.count + operation.lists.reduce(0) { $0 + $1.count }
                continue
            }
            shared.heads.begin(operation.headerFile)
            let (code, goesOn) = await runOneByOne(&batch.source, after: result, &nextStart)
            // The next operation may read what this one writes.
            result = await batch.end(after: code, run)
            if !goesOn { return await end(shared.journal, result) }
            number = batch.source.number
        }
        if !parallel.isEmpty {
            result = await runInParallel(parallel.map(\.source))
            if let line = shared.progress.table.finish() { run.terminal.printError(line) }
            for batch in parallel { result = await batch.end(after: result, run) }
        }
        return await end(shared.journal, result)
    }

    /// Ends the journal, and returns the exit code.
    private func end(_ journal: RunJournal?, _ result: ExitCode) async -> ExitCode {
        guard let journal else { return result }
        // What failed is what the next run is for.
        let isComplete = !run.interruption.hasCome && result == .success
        guard let failure = journal.end(isComplete: isComplete) else { return result }
        return run.fail(failure)
    }

    /// Calls `work` with each transfer in order instead of running it, for what needs only its client and its request. The exit
    /// code is the largest.
    func forEachTransfer(_ work: (Transfer) async -> ExitCode) async -> ExitCode {
        var result = ExitCode.success
        let count = TransferCount()
        for operation in settings.operations {
            var batch: Batch
            var shared = Shared(run.machine, count: count)
            do throws(TransferFailure) {
                batch = try makeBatch(of: operation, firstNumber: 0, &shared)
            } catch {
                result = run.fail(error)
                continue
            }
            do throws(TransferSourceError) {
                while !run.interruption.hasCome, let transfer = try batch.source.next() {
                    let code = await work(transfer)
                    if code.rawValue > result.rawValue { result = code }
                }
            } catch {
                result = refuse(error)
            }
            result = await batch.end(after: result, run)
        }
        return result
    }

    /// Runs an operation's transfers in order. False if one of them ends the whole run.
    private func runOneByOne(
        _ source: inout TransferSource, after last: ExitCode, _ nextStart: inout Deadline?
    ) async -> (code: ExitCode, goesOn: Bool) {
        var result = last
        // As in curl, the last one counts. Of a list, as with -Z, no failure may go unnoticed.
        let keepsFailures = settings.hasList
        do throws(TransferSourceError) {
            while let transfer = try source.next() {
                if let nextStart { try? await loop.sleep(until: nextStart) }
                nextStart = settings.leastInterval.map { .after($0) }
                let code = await transfer.perform()
                if !keepsFailures || code != .success { result = code }
                // As in curl, a file to send that can't be read ends the run.
                let isOver =
                    run.interruption.hasCome || settings.failsEarly && result != .success || code == .readError
                if isOver { return (result, false) }
            }
            return (result, true)
        } catch {
            return (refuse(error), false)
        }
    }

    private func refuse(_ error: TransferSourceError) -> ExitCode {
        switch error {
        case .glob(let error):
            if settings.printsErrors { run.terminal.printError(error.text) }
            return .malformedURL
        case .list(let fault): return run.fail(fault.exitCode, fault.text)
        }
    }

    private func makeBatch(
        of operation: TransferSettings, firstNumber: Int, _ shared: inout Shared
    ) throws(TransferFailure) -> Batch {
        try OptionFile.check(operation, on: run.machine)
        let cookieFiles = CookieFiles(settings: operation.cookies, run: run)
        var configuration = try wholeConfiguration(for: operation)
        if let transcript { configuration.instruments = [transcript] }
        configuration.cookies = try cookieFiles.load(
            for: urls(of: operation).first, into: shared.cookies, until: operation.deadline)
        configuration.cache = try CacheFolder(settings: operation.cache, run: run).open()
        let hstsFiles = HSTSFiles(names: operation.hstsFiles, run: run)
        configuration.strictTransportSecurity = try hstsFiles.load(until: operation.deadline)
        let client =
            shared.client.map { HTTPClient(configuration: configuration, sharingConnectionsOf: $0) }
            ?? HTTPClient(configuration: configuration)
        (shared.client, shared.cookies) = (client, client.configuration.cookies ?? shared.cookies)
        let context = TransferContext(
            client, run: run, operation: operation, loop: loop, progress: shared.progress,
            names: shared.names, heads: shared.heads, journal: shared.journal, traceOutput: shared.traceOutput,
            transcript: transcript)
        let source = TransferSource(context, firstNumber: firstNumber, shared.count)
        return Batch(
            source: source, cookieFiles: cookieFiles, hstsFiles: hstsFiles, client: client, operation: operation)
    }

    /// `-Z`: runs transfers in parallel. The exit code is that of the last failure.
    private func runInParallel(_ sources: [TransferSource]) async -> ExitCode {
        var waiting = sources[...]
        return await ParallelRun(run).perform {
            while !waiting.isEmpty {
                do throws(TransferSourceError) {
                    if let transfer = try waiting[waiting.startIndex].next() { return .transfer(transfer) }
                    waiting.removeFirst()
                } catch {
                    // After a malformed URL, active transfers end and no more are started.
                    waiting = []
                    return .refused(refuse(error))
                }
            }
            return .noMore
        }
    }

    /// The operation's netrc file, which `-u` replaces. As in curl, an unreadable one is an error unless it is optional, and a
    /// malformed one always is.
    private func netrc(for operation: TransferSettings) throws(TransferFailure) -> Netrc? {
        let wish = operation.authentication
        if !wish.readsNetrc || wish.user != nil || operation.removes("authorization") { return nil }
        let home = run.machine.text(ofVariable: "NETRC") ?? run.machine.text(ofVariable: "HOME").map { $0 + "/.netrc" }
        guard let path = wish.netrcFile ?? home else { return nil }
        let octets: [UInt8]
        do throws(InputError) {
            octets = try run.machine.read(path, .netrc, until: operation.deadline)
        } catch {
            if wish.isNetrcOptional { return nil }
            throw TransferFailure(error.exitCode, "cannot read \(error.path): \(error.reason)")
        }
        let netrc = Netrc(parsing: octets)
        if let fault = netrc.fault { throw TransferFailure(.readError, "\(path):\(fault.line): \(fault)") }
        return netrc
    }

    /// The URLs of the operation that need no globbing to be read.
    private func urls(of operation: TransferSettings) -> [HTTPURL] {
        operation.sampleTargets.compactMap { target in
            target.fullURL(defaultScheme: operation.redirects.defaultScheme).flatMap { (try? TypedURL.parse($0))?.url }
        }
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

    /// TLS for proxies: the system's roots, or those of --proxy-cacert; --proxy-insecure disables verification.
    private func proxyTLS(for operation: TransferSettings) -> TLSConfiguration {
        var tls = TLSConfiguration()
        tls.verifiesPeer = operation.proxy.verifiesPeer
        if let file = operation.proxy.certificateAuthorityFile { tls.roots = [.file(file)] }
        return tls
    }

    /// The configuration of a worker in the background: the library's fields and times, with the command line's trust, proxies,
    /// addresses and sockets.
    func workerConfiguration() throws(TransferFailure) -> HTTPClient.Configuration {
        let operation = settings.transfer
        var configuration = try wholeConfiguration(for: operation)
        let usual = BackgroundTransfers.defaultConfiguration()
        configuration.defaultFields = usual.defaultFields
        configuration.waitsForConnectivity = usual.waitsForConnectivity
        // The same queue must not succeed or fail by who works on it.
        if !operation.redirects.isFollowing { configuration.redirects = usual.redirects }
        configuration.timeouts.firstByte = operation.idleTimeout ?? usual.timeouts.firstByte
        configuration.timeouts.idle = operation.idleTimeout ?? usual.timeouts.idle
        return configuration
    }

    /// The same with what has to be read or parsed first.
    private func wholeConfiguration(
        for operation: TransferSettings
    ) throws(TransferFailure) -> HTTPClient.Configuration {
        var operation = operation
        if !settings.isDryRun { try operation.readTrustPipes(on: run.machine) }
        var configuration = configuration(for: operation)
        do throws(ProxyError) {
            configuration.proxies = try operation.proxy.settings(
                userAgent: operation.userAgent, headers: operation.headers, environment: run.machine.text(ofVariable:))
        } catch {
            throw TransferFailure(HTTPClientError(.prepare, origin: nil, cause: .proxy(error)))
        }
        configuration.netrc = try netrc(for: operation)
        configuration.proxyTLS = proxyTLS(for: operation)
        return configuration
    }

    private func configuration(for operation: TransferSettings) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.eventLoop = loop
        (configuration.recorder, configuration.replay) = (run.tape.recorder, run.tape.replay)
        if settings.isParallel {
            configuration.pool.perOrigin = max(16, settings.mostParallel)
            configuration.pool.total = min(configuration.pool.total, Descriptors(run.machine).budget)
        }
        if let most = settings.mostPerHost { configuration.pool.perOrigin = settings.shard?.share(of: most) ?? most }
        // Every field is set on the request, since -H can remove any of them.
        configuration.defaultFields = [:]
        // curl's timeouts: five minutes to connect, and no other limit by default.
        configuration.timeouts = Timeouts(
            resolve: nil, connect: nil, tls: nil, firstByte: operation.idleTimeout, idle: operation.idleTimeout,
            total: operation.maximumTime, opening: operation.connectTimeout ?? .seconds(300))
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
        configuration.tls = operation.trust.configuration
        configuration.tls.verifiesPeer = operation.verifiesPeer
        configuration.tls.describesChain = operation.writeOut.tellsCertificates || settings.trace.explains
        var roots: [TLSConfiguration.Roots] = []
        if let file = operation.certificateAuthorityFile { roots.append(.file(file)) }
        if let folder = operation.certificateAuthorityFolder { roots.append(.folder(folder)) }
        if !roots.isEmpty { configuration.tls.roots = roots }
        configuration.tls.keyLogFile = KeyLogFile.ofEnvironment(run)
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
