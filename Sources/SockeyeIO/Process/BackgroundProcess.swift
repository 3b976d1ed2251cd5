internal import CSystemShims

/// Detaches the process from the terminal that it was started from.
public enum BackgroundProcess {
    /// Continues in a new, detached process whose standard output and error go to `output` (`fork(2)`, `setsid(2)`).
    ///
    /// Call it before anything starts a thread.
    ///
    /// - Parameter output: an open descriptor; the caller keeps it.
    /// - Returns: the new process's ID in the old one, which should exit; `nil` in the new one.
    public static func detach(output: Int32) throws(IOError) -> Int32? {
        let result = sockeye_detach(output)
        if result < 0 { throw .system(call: "fork", errorNumber: -result) }
        return result == 0 ? nil : result
    }
}
