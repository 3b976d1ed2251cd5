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
}

let wouldBlock = EAGAIN
