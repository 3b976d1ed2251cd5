internal import CSystemShims

/// Detaches the process from its terminal.
package enum BackgroundProcess {
    /// Continues in a detached child process, with standard output and error going to `log` (`fork(2)`, `setsid(2)`).
    ///
    /// Call it before anything starts a thread.
    ///
    /// - Returns: the child's process ID in the parent, which should exit; `nil` in the child.
    package static func detach(log: File) throws(FileError) -> Int32? {
        let result = sockeye_detach(log.number)
        if result < 0 { throw FileError(call: "fork", path: log.path, errorNumber: -result) }
        return result == 0 ? nil : result
    }
}
