internal import CSystemShims

/// The process goes on without the terminal it was started from.
package enum BackgroundProcess {
    /// Goes on in a new process that is detached, with its standard output and error going to `log` (`fork(2)`,
    /// `setsid(2)`).
    ///
    /// Call it before anything starts a thread.
    ///
    /// - Returns: the new process's number in the old one, which is to end; `nil` in the new one.
    package static func detach(log: File) throws(FileError) -> Int32? {
        let result = sockeye_detach(log.number)
        if result < 0 { throw FileError(call: "fork", path: log.path, errorNumber: -result) }
        return result == 0 ? nil : result
    }
}
