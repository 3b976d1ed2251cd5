internal import Glibc

/// A terminal without echo for a moment. A signal that ends the process meanwhile gives the echo back first.
enum SilentTerminal {
    // SAFETY: written before the handlers are set, and read by them and after they are gone; prompts come one at a time. On
    // the heap: Swift 6.3 leaves the padding out of a global C struct, so that it has 57 bytes where the C library writes 60.
    nonisolated(unsafe) private static let saved = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    // SAFETY: as `saved`.
    nonisolated(unsafe) private static var terminal: Int32 = -1
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Runs `work` while the terminal has these local modes off (`tcsetattr(3)`). False if the descriptor is no terminal; then
    /// `work` runs all the same.
    ///
    /// - Parameter handlesSignals: false if others handle those that end the process.
    static func without(
        _ modes: Int32, on descriptor: Int32, discardingInput: Bool, handlesSignals: Bool = true, _ work: () -> Void
    ) -> Bool {
        guard tcgetattr(descriptor, saved) == 0 else {
            work()
            return false
        }
        terminal = descriptor
        let signals = handlesSignals ? Self.signals : []
        var before: [sigaction] = signals.map { _ in sigaction() }
        for (index, signal) in signals.enumerated() {
            sigaction(signal, nil, &before[index])
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { SilentTerminal.end($0) }
            if !before[index].isIgnored { sigaction(signal, &action, nil) }
        }
        var silent = saved.pointee
        silent.c_lflag &= ~tcflag_t(modes)
        tcsetattr(descriptor, discardingInput ? TCSAFLUSH : TCSANOW, &silent)
        work()
        tcsetattr(descriptor, discardingInput ? TCSAFLUSH : TCSANOW, saved)
        for (index, signal) in signals.enumerated() { sigaction(signal, &before[index], nil) }
        return true
    }

    /// In a signal handler: only calls that POSIX allows there.
    private static func end(_ number: Int32) {
        tcsetattr(terminal, TCSANOW, saved)
        signal(number, SIG_DFL)
        raise(number)
    }
}
