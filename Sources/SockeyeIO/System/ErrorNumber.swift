internal import Glibc

/// The error numbers that decisions depend on, by name. All others stay numbers with the system's message.
package enum ErrorNumber {
    package static let wouldBlock = EAGAIN
    package static let inProgress = EINPROGRESS
    package static let connectionRefused = ECONNREFUSED
    package static let connectionReset = ECONNRESET
    package static let brokenPipe = EPIPE
    package static let networkUnreachable = ENETUNREACH
    package static let hostUnreachable = EHOSTUNREACH
    package static let timedOut = ETIMEDOUT
    package static let noSuchFile = ENOENT
    package static let tooManyFiles = EMFILE
    /// The process, or the whole system, has as many files open as allowed.
    package static let outOfDescriptors: Set<Int32> = [EMFILE, ENFILE]
    package static let fileExists = EEXIST
    package static let invalidArgument = EINVAL
    package static let accessDenied = EACCES
    package static let inputOutput = EIO
    package static let isFolder = EISDIR
    package static let noSpace = ENOSPC
    package static let fileTooLong = EFBIG
    /// No blocks left, a quota used up, or a file larger than the file system or the process may have.
    package static let diskFull: Set<Int32> = [ENOSPC, EDQUOT, EFBIG]
    /// What file systems return for calls they don't support.
    package static let unsupported: Set<Int32> = [EOPNOTSUPP, ENOSYS, EINVAL, EROFS]
}

let wouldBlock = EAGAIN
