internal import CSystemShims

/// The one place where results of system calls become Swift values.
///
/// The shims loop on EINTR and give `-errno`; here that becomes a typed error, except for "would block", which is
/// no error but a value: `nil`.
enum SystemCall {
    /// `result` when it is none of the negated errors.
    @inline(__always)
    static func check<Result: FixedWidthInteger & SignedInteger>(
        _ call: StaticString, _ result: Result
    ) throws(IOError) -> Result {
        if result >= 0 { return result }
        throw error(call, result)
    }

    /// The same, with EAGAIN (also spelled EWOULDBLOCK, the same number on Linux) as `nil`.
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
