internal import SockeyeIO

/// `--watch-network`: a line for each state of the network.
struct NetworkDisplay {
    let loop: EventLoop
    /// How long; until interrupted if `nil`.
    let time: Duration?

    func run() async -> ExitCode {
        var updates = NetworkPath.updates(on: loop).makeAsyncIterator()
        let end = time.map { Deadline.after($0) } ?? .never
        do throws(IOError) {
            var last = ""
            while true {
                // Names of interfaces can be anything.
                let line = TerminalText.escaped("\(try await updates.next(until: end))")
                // Something that is down has changed.
                if line == last { continue }
                last = line
                let code = Terminal.printOutput(line + "\n")
                if code != .success { return code }
            }
        } catch .timedOut {
            return .success
        } catch {
            Terminal.printError(Message.failure(.failedInitialization, "cannot watch the network: \(error)"))
            return .failedInitialization
        }
    }
}
