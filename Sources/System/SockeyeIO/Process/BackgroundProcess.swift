internal import CSystemShims
internal import Glibc

/// Processes without a terminal.
package enum BackgroundProcess {
    /// Continues in a new, detached process whose standard output and error go to `output` (`fork(2)`, `setsid(2)`). Standard
    /// input stays unless it is a terminal, which becomes `/dev/null`.
    ///
    /// Call it before anything starts a thread, and do what is left in the new process in ``proceed(_:)``.
    ///
    /// - Parameter output: an open descriptor; the caller keeps it.
    /// - Returns: the new process's ID in the old one, which should exit; `nil` in the new one.
    package static func detach(output: Int32) throws(IOError) -> Int32? {
        let result = sockeye_detach(output)
        if result < 0 { throw .system(call: "fork", errorNumber: -result) }
        return result == 0 ? nil : result
    }

    /// Does the work of a process that ``detach(output:)`` made, in a new thread, and waits for it (`pthread_join(3)`).
    ///
    /// `Mutex` asks for a thread's ID once and writes it into each lock. After fork(2), the thread still uses the ID that it
    /// had in the old process: another thread that waits for one of its locks gets an error from futex(2), and the runtime
    /// ends the process. A new thread asks for its own ID.
    ///
    /// - Throws: `IOError.system` if there is no thread; the work isn't done then.
    package static func proceed(_ work: @escaping @Sendable () -> Void) throws(IOError) {
        // SAFETY: this retain belongs to the thread, which has released it when the call returns; if no thread starts, it is
        // released below.
        let context = Unmanaged.passRetained(DetachedWork(work))
        let result = sockeye_thread_run(
            "sockeye-work",
            { context in
                // SAFETY: `context` is the reference retained above, and this is the only place that takes it back.
                guard let context else { return }
                Unmanaged<DetachedWork>.fromOpaque(context).takeRetainedValue().perform()
            }, context.toOpaque())
        if result < 0 { context.release() }
        _ = try SystemCall.check("pthread_create", result)
    }

    /// Starts a program that goes on when this process and its terminal end (`fork(2)` twice, `setsid(2)`, `execv(3)`), in the
    /// folder `/`, with the environment of this process and none of its open files.
    ///
    /// - Parameters:
    ///   - program: its path; `/proc/self/exe` is the running program itself.
    ///   - arguments: those behind its name.
    ///   - output: an open descriptor for its standard output and error; the caller keeps it.
    /// - Returns: its process ID.
    /// - Throws: `IOError.system`, also if there is no such program; `.invalidArgument` for a NUL in a word.
    package static func start(_ program: String, _ arguments: [String], output: Int32) throws(IOError) -> Int32 {
        let words = [program] + arguments
        if words.contains(where: { $0.utf8.contains(0) }) { throw .invalidArgument("a word has a NUL: \(words)") }
        let copies = words.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        if copies.contains(where: { $0 == nil }) { throw .system(call: "strdup", errorNumber: ENOMEM) }
        // SAFETY: the words and the list, which ends with NULL, live until the call returns; it keeps neither.
        return try SystemCall.check("execv", sockeye_start_detached(program, copies + [nil], output))
    }

    /// Whether the process runs (`kill(2)`); one that has ended and wasn't waited for doesn't.
    package static func isRunning(_ process: Int32) -> Bool {
        guard kill(process, 0) == 0 else { return false }
        // The letter after the name in proc_pid_stat(5). An empty command line proves nothing, since every process briefly has one
        // during exec.
        guard let facts = try? SmallFile.read("/proc/\(process)/stat"),
            let name = facts.lastIndex(of: UInt8(ascii: ")")), name + 2 < facts.count
        else { return true }
        return facts[name + 2] != UInt8(ascii: "Z") && facts[name + 2] != UInt8(ascii: "X")
    }

    /// Ends the process at once (`kill(2)` with SIGKILL).
    package static func end(_ process: Int32) { kill(process, SIGKILL) }
}

private final class DetachedWork: Sendable {
    let perform: @Sendable () -> Void

    init(_ perform: @escaping @Sendable () -> Void) { self.perform = perform }
}
