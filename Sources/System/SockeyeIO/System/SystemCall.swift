internal import CSystemShims

/// The one place where results of system calls become Swift values.
///
/// The shims retry on EINTR and return `-errno`; this turns it into a typed error, except "would block", which is a
/// value: `nil`.
enum SystemCall {
    /// Returns `result` unless it is a negated errno, which it throws.
    @inline(__always)
    static func check<Result: FixedWidthInteger & SignedInteger>(
        _ call: StaticString, _ result: Result
    ) throws(IOError) -> Result {
        if result >= 0 { return result }
        throw error(call, result)
    }

    /// The same, but returns `nil` for EAGAIN (on Linux the same number as EWOULDBLOCK).
    @inline(__always)
    static func checkNonBlocking(_ call: StaticString, _ result: Int) throws(IOError) -> Int? {
        if result >= 0 { return result }
        if result == -Int(wouldBlock) { return nil }
        throw error(call, result)
    }

    private static func error(_ call: StaticString, _ result: some FixedWidthInteger & SignedInteger) -> IOError {
        .system(call: call.description, errorNumber: Int32(truncatingIfNeeded: 0 - result))
    }
}
