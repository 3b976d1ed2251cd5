internal import Glibc

/// The error numbers that decisions depend on, by name. All others stay numbers with the system's message.
package enum ErrorNumber {
    static let wouldBlock = EAGAIN
    static let inProgress = EINPROGRESS
    package static let connectionRefused = ECONNREFUSED
    static let connectionReset = ECONNRESET
    static let brokenPipe = EPIPE
    static let timedOut = ETIMEDOUT
    /// What a machine says of a place that no route leads to.
    static let noRoute: Set<Int32> = [ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL]
    /// The same, or that it doesn't know the family of the address.
    static let noWay = noRoute.union([EAFNOSUPPORT])
    static let noBufferSpace = ENOBUFS
    package static let noSuchFile = ENOENT
    /// The process, or the whole system, has as many files open as allowed.
    package static let outOfDescriptors: Set<Int32> = [EMFILE, ENFILE]
    package static let fileExists = EEXIST
    static let busy = EBUSY
    package static let invalidArgument = EINVAL
    static let accessDenied = EACCES
    package static let notPermitted = EPERM
    package static let isFolder = EISDIR
    package static let notFolder = ENOTDIR
    package static let tooManyLinks = ELOOP
    package static let staleHandle = ESTALE
    static let noReader = ENXIO
    static let notSeekable = ESPIPE
    static let fileTooLong = EFBIG
    /// No file can be made or take a name here, though a file that is there may be writable.
    static let inPlaceOnly: Set<Int32> = [EBUSY, EACCES, EPERM, EROFS]
    /// No blocks left, a quota used up, or a file larger than the file system or the process may have.
    static let diskFull: Set<Int32> = [ENOSPC, EDQUOT, EFBIG]
    /// What file systems return for calls they don't support.
    static let unsupported: Set<Int32> = [EOPNOTSUPP, ENOSYS, EINVAL, EROFS]
}

let wouldBlock = EAGAIN
