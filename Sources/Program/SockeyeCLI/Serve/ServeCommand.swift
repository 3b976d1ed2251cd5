internal import SockeyeIO
internal import SockeyeTesting
internal import SockeyeTransport

/// `--serve`: the loopback server for anybody's client.
struct ServeCommand {
    let run: Run
    let loop: EventLoop

    private var settings: Settings { run.settings }

    /// What a request may leave in memory, for `/echo`.
    private static let bodyByteLimit = 1024 * 1024

    func perform() async -> ExitCode {
        if settings.namesURL { return run.terminal.printComplaint("--serve takes no URL") }
        var configuration = LoopbackConfiguration()
        configuration.port = settings.server.port
        configuration.recordedRequests = 0
        configuration.recordedBodyBytes = Self.bodyByteLimit
        configuration.patience = .seconds(600)
        let lines: ReportLines?
        do throws(IOError) {
            lines = settings.isSilent ? nil : try ReportLines(run.machine)
        } catch {
            return run.terminal.printFailure(.failedInitialization, "\(error)")
        }
        if let lines { configuration.reporter = { lines.add("\(TerminalText.escaped($0))\n") } }
        let server: FaultServer
        do throws(StreamError) {
            server = try await FaultServer.start(faults: settings.server.faults, configuration: configuration, on: loop)
        } catch {
            let port = settings.server.port
            return run.terminal.printFailure(.couldNotConnect, "cannot listen on 127.0.0.1 port \(port): \(error)")
        }
        let code = run.terminal.printOutput("\(server.url())\n")
        if code == .success { await run.interruption.wait(on: loop, until: settings.transfer.deadline) }
        await server.stop()
        await lines?.flush(on: loop)
        return code
    }
}
