internal import Glibc

/// A system call that a test needed and that failed.
public struct ProgramFailure: Error, CustomStringConvertible {
    /// Which one.
    public let call: String
    /// Its errno.
    public let errorNumber: Int32

    /// The call and the system's words.
    public var description: String { "\(call): \(String(cString: strerror(errorNumber)))" }
}

/// Runs other programs, the oracles and peers of tests (`posix_spawn`).
public final class Program: Sendable {
    /// What a program left behind.
    public struct Outcome: Sendable {
        /// Its exit status; 128 and the signal's number when a signal ended it.
        public let status: Int32
        /// What it wrote to its standard output.
        public let output: [UInt8]
        /// What it wrote to its standard error.
        public let errors: [UInt8]

        /// The output as text.
        public var text: String { String(decoding: output, as: UTF8.self) }
        /// The errors as text.
        public var errorText: String { String(decoding: errors, as: UTF8.self) }
    }

    /// Its process.
    public let identifier: Int32
    private let output: Int32
    private let errors: Int32
    private let input: Int32
    private let done: ProgramEnd

    /// Starts a program without waiting for it.
    ///
    /// - Parameters:
    ///   - path: as `/usr/bin/curl`.
    ///   - environment: added to this process's own.
    ///   - seconds: after so many it is killed, so that no test hangs.
    public init(_ path: String, _ arguments: [String], environment: [String: String] = [:], seconds: Int = 60) throws {
        let (standardInput, standardOutput, standardError) = (try Pipe(), try Pipe(), try Pipe())
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, standardInput.readEnd, 0)
        posix_spawn_file_actions_adddup2(&actions, standardOutput.writeEnd, 1)
        posix_spawn_file_actions_adddup2(&actions, standardError.writeEnd, 2)

        // Whoever runs the tests may ignore or block these, and both are inherited.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for signal in [SIGINT, SIGQUIT, SIGPIPE] { sigaddset(&defaults, signal) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        var blocked = sigset_t()
        sigemptyset(&blocked)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        var process: pid_t = 0
        // SAFETY: the texts live until posix_spawn returns; the arrays end with the null pointer that it wants.
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

    /// Whether it has not ended yet.
    public var isRunning: Bool { done.isRunning }

    /// Asks it to end (SIGTERM).
    public func stop() {
        done.kill(SIGTERM)
    }

    /// What Ctrl-C does (SIGINT).
    public func interrupt() {
        done.kill(SIGINT)
    }

    /// Ends it at once (SIGKILL).
    public func kill() {
        done.kill(SIGKILL)
    }

    /// Waits until its output (or, if told, its errors) contains `text`, and gives what came up to there.
    public func waitForText(_ text: String, inErrors: Bool = false) async -> String {
        await onThread { [descriptor = inErrors ? errors : output] in
            Pipe.readText(descriptor, upTo: text)
        }
    }

    /// Runs a program to its end on a thread of its own; `input` is its standard input.
    public static func run(
        _ path: String, _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
        seconds: Int = 60
    ) async throws -> Outcome {
        let program = try Program(path, arguments, environment: environment, seconds: seconds)
        return await program.finish(input: input)
    }

    /// Gives it its input, takes its output, and waits for its end.
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
        var variables: [String: String] = [:]
        var next = environ
        // SAFETY: environ is an array of texts that ends with a null pointer; nothing here changes it.
        while let entry = next.pointee {
            let parts = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            next += 1
        }
        for (name, value) in added { variables[name] = value }
        return variables.map { "\($0.key)=\($0.value)" }
    }
}
