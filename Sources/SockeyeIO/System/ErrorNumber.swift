internal import Glibc

/// The errors that decisions depend on, by name; everything else stays a number with the system's words for it.
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
    /// The process, or the whole system, has as many files open as it may.
    package static let outOfDescriptors: Set<Int32> = [EMFILE, ENFILE]
    package static let fileExists = EEXIST
    package static let invalidArgument = EINVAL
    package static let accessDenied = EACCES
    package static let inputOutput = EIO
    package static let isFolder = EISDIR
    package static let noSpace = ENOSPC
    package static let fileTooLong = EFBIG
    /// No blocks, a quota at its end, or a file larger than the file system or the process may have.
    package static let diskFull: Set<Int32> = [ENOSPC, EDQUOT, EFBIG]
    /// What file systems say of calls they do not have.
    package static let unsupported: Set<Int32> = [EOPNOTSUPP, ENOSYS, EINVAL, EROFS]
}

let wouldBlock = EAGAIN
