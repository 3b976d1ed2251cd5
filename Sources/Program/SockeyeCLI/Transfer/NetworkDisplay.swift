internal import SockeyeIO

/// `--watch-network`: a line for each state of the network.
struct NetworkDisplay {
    let run: Run
    let loop: EventLoop

    func perform() async -> ExitCode {
        var updates = NetworkPath.Updates(loop: loop).makeAsyncIterator()
        let end = run.settings.transfer.deadline
        do throws(IOError) {
            var last = ""
            while true {
                // Names of interfaces can be anything.
                let line = TerminalText.escaped("\(try await updates.next(until: end))")
                // Something that is down has changed.
                if line == last { continue }
                last = line
                let code = run.terminal.printOutput(line + "\n")
                if code != .success { return code }
            }
        } catch .timedOut {
            return .success
        } catch {
            return run.terminal.printFailure(.failedInitialization, "cannot watch the network: \(error)")
        }
    }
}
