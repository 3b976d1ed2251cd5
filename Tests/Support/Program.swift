internal import Glibc

/// A system call that a test needed failed.
public struct ProgramFailure: Error, CustomStringConvertible {
    /// The name of the call.
    public let call: String
    /// Its errno.
    public let errorNumber: Int32

    /// The call and the system's message.
    public var description: String { "\(call): \(String(cString: strerror(errorNumber)))" }
}

/// Runs other programs: the oracles and peers of tests (`posix_spawn`).
public final class Program: Sendable {
    /// The results of a program.
    public struct Outcome: Sendable {
        /// Its exit status; 128 plus the signal number if a signal ended it.
        public let status: Int32
        /// Its standard output.
        public let output: [UInt8]
        /// Its standard error.
        public let errors: [UInt8]

        /// The output as text.
        public var text: String { String(decoding: output, as: UTF8.self) }
        /// The errors as text.
        public var errorText: String { String(decoding: errors, as: UTF8.self) }
    }

    /// Its process ID.
    public let identifier: Int32
    private let output: Int32
    private let errors: Int32
    private let input: Int32
    private let done: ProgramEnd

    /// Starts a program without waiting for it.
    ///
    /// - Parameters:
    ///   - path: such as `/usr/bin/curl`.
    ///   - environment: added to this process's environment.
    ///   - seconds: the time after which it is killed, so that no test hangs.
    public init(_ path: String, _ arguments: [String], environment: [String: String] = [:], seconds: Int = 60) throws {
        let (standardInput, standardOutput, standardError) = (try Pipe(), try Pipe(), try Pipe())
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, standardInput.readEnd, 0)
        posix_spawn_file_actions_adddup2(&actions, standardOutput.writeEnd, 1)
        posix_spawn_file_actions_adddup2(&actions, standardError.writeEnd, 2)

        // The test runner may ignore or block these signals, and both are inherited.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGPIPE] { sigaddset(&defaults, signal) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        var blocked = sigset_t()
        sigemptyset(&blocked)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var process: pid_t = 0
        // SAFETY: the strings live until posix_spawn returns, and the arrays end with the null pointer it requires.
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let variables = Self.inherited(environment).map { strdup($0) } + [nil]
        let error = posix_spawn(&process, path, &actions, &attributes, words, variables)
        for word in words + variables { free(word) }
        for end in [standardInput.readEnd, standardOutput.writeEnd, standardError.writeEnd] { close(end) }
        guard error == 0 else {
            for end in [standardInput.writeEnd, standardOutput.readEnd, standardError.readEnd] { close(end) }
            throw ProgramFailure(call: "posix_spawn \(path)", errorNumber: error)
        }
        identifier = process
        (input, output, errors) = (standardInput.writeEnd, standardOutput.readEnd, standardError.readEnd)
        done = ProgramEnd(process, seconds: seconds)
    }

    deinit {
        done.kill(SIGKILL)
        _ = done.wait()
        for end in [input, output, errors] { close(end) }
    }

    /// Whether it is still running.
    public var isRunning: Bool { done.isRunning }

    /// Asks it to terminate (SIGTERM).
    public func stop() {
        done.kill(SIGTERM)
    }

    /// Interrupts it, like Ctrl-C (SIGINT).
    public func interrupt() {
        done.kill(SIGINT)
    }

    /// Sends it another signal.
    public func send(_ signal: Int32) {
        done.kill(signal)
    }

    /// Kills it (SIGKILL).
    public func kill() {
        done.kill(SIGKILL)
    }

    /// Waits until its output (or standard error, if `inErrors`) contains `text`, and returns everything up to there.
    public func waitForText(_ text: String, inErrors: Bool = false) async -> String {
        await onThread { [descriptor = inErrors ? errors : output] in
            Pipe.readText(descriptor, upTo: text)
        }
    }

    /// Runs a program to its end on a separate thread; `input` is its standard input.
    public static func run(
        _ path: String, _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
        seconds: Int = 60
    ) async throws -> Outcome {
        let program = try Program(path, arguments, environment: environment, seconds: seconds)
        return await program.finish(input: input)
    }

    /// Feeds it the input, collects its output, and waits for its end.
    public func finish(input bytes: [UInt8] = []) async -> Outcome {
        async let written: Void = onThread { [input] in
            Pipe.writeAll(bytes, to: input)
        }
        async let taken = onThread { [output] in Pipe.readAll(output) }
        async let complaints = onThread { [errors] in Pipe.readAll(errors) }
        async let status = onThread { [done] in done.wait() }
        await written
        return await Outcome(status: status, output: taken, errors: complaints)
    }

    private static func inherited(_ added: [String: String]) -> [String] {
        // A backtracer whose program is killed meanwhile has been seen to wait for ever, with the program's output open.
        var variables = ["SWIFT_BACKTRACE": "enable=no"]
        var next = environ
        // SAFETY: environ is an array of strings that ends with a null pointer; nothing here modifies it.
        while let entry = next.pointee {
            let parts = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            next += 1
        }
        for (name, value) in added { variables[name] = value }
        return variables.map { "\($0.key)=\($0.value)" }
    }
}
