internal import SockeyeClient
internal import SockeyeIO
internal import SockeyeInspect
internal import SockeyeTLS

/// `--inspect`: the proxy that shows what goes through it.
struct InspectCommand {
    let run: Run
    let loop: EventLoop

    private var settings: Settings { run.settings }

    func perform() async -> ExitCode {
        if settings.namesURL { return run.terminal.printComplaint("--inspect takes no URL") }
        let files = TranscriptFiles(run)
        do {
            try files?.check()
        } catch {
            return run.fail(error)
        }
        var configuration = InspectConfiguration()
        if files != nil {
            // As much as of a run of transfers.
            configuration.limits.exchanges = 10_000
            configuration.limits.bodyBytes = 1 << 20
        }
        configuration.port = settings.server.port
        configuration.address = settings.server.inspection.address
        configuration.login = settings.server.inspection.login
        if configuration.isOpenToAll {
            return run.terminal.printComplaint(
                "--inspect on an address that other machines reach needs --inspect-user: add it")
        }
        configuration.filters = settings.server.inspection.filters
        configuration.rules = settings.server.inspection.rules
        configuration.latency = settings.server.inspection.latency
        configuration.bytesPerSecond = settings.transfer.download.bytesPerSecond
        if let time = settings.transfer.connectTimeout { configuration.connectTimeout = time }
        var authority: KeptAuthority?
        do {
            if settings.server.inspection.readsTLS { authority = try KeptAuthority(run) }
            configuration.authority = authority?.signer
            let transfer = settings.transfer
            if authority != nil || !transfer.trust.roots.isEmpty {
                configuration.tls = try run.configuration(for: transfer, on: loop).tls
                // What ~/.curlrc says of transfers must not hide what is wrong with a server.
                configuration.tls.verifiesPeer = true
            }
        } catch {
            return run.fail(error)
        }
        let lines: ReportLines?
        let proxy: InspectProxy
        do throws(IOError) {
            lines = settings.isSilent ? nil : try ReportLines(run.machine)
            if let lines {
                configuration.report = { [isVerbose = settings.isVerbose] exchange in
                    lines.add(InspectText.line(exchange) + (isVerbose ? InspectText.heads(exchange) : ""))
                }
            }
            proxy = try InspectProxy.start(configuration, on: loop)
        } catch {
            let (address, port) = (configuration.address, configuration.port)
            return run.terminal.printFailure(.couldNotConnect, "cannot listen on \(address) port \(port): \(error)")
        }
        if let authority { lines?.add(authority.advice(proxy: proxy.url.dropLast())) }
        let code = run.terminal.printOutput("\(proxy.url)\n")
        if code == .success {
            // Ctrl-C ends the proxy, and the archive is written.
            await run.interruption.wait(on: loop, until: settings.transfer.deadline)
        }
        await proxy.stop()
        await lines?.flush(on: loop)
        return files?.write(proxy.record(masksSecrets: !settings.transcript.keepsSecrets), after: code) ?? code
    }
}
