internal import CSystemShims

/// A failed system call on a file: which call, which file, and its `errno`.
public struct FileError: Error, Sendable, Hashable {
    /// The C function, such as `open`.
    public let call: String
    /// The path as the caller gave it.
    public let path: String
    /// The `errno`.
    public let errorNumber: Int32

    package init(call: String, path: String, errorNumber: Int32) {
        self.call = call
        self.path = path
        self.errorNumber = errorNumber
    }

    /// Throws if a path has a NUL: C would end there, and so name another file.
    static func check(_ path: String, _ call: String) throws(FileError) {
        if path.utf8.contains(0) { throw FileError(call: call, path: path, errorNumber: ErrorNumber.invalidArgument) }
    }

    /// Whether there is no such file or folder, or over NFS no longer.
    package var isMissing: Bool { [ErrorNumber.noSuchFile, ErrorNumber.staleHandle].contains(errorNumber) }
    /// Whether a part of the path is no folder.
    package var isNoFolder: Bool { errorNumber == ErrorNumber.notFolder }
    /// Whether the file system has no links.
    package var hasNoLinks: Bool { ErrorNumber.unsupported.union([ErrorNumber.notPermitted]).contains(errorNumber) }
    /// Whether a pipe has no reader yet.
    package var hasNoReader: Bool { errorNumber == ErrorNumber.noReader }
    /// Whether the reader of a pipe is gone.
    package var isBrokenPipe: Bool { errorNumber == ErrorNumber.brokenPipe }
    /// Whether a file of that name exists already.
    package var isThereAlready: Bool { errorNumber == ErrorNumber.fileExists }
    /// Whether the disk or the quota is full.
    package var isDiskFull: Bool { ErrorNumber.diskFull.contains(errorNumber) }
    /// Whether a file may not be so long: by the file system, or by the process's limit (`RLIMIT_FSIZE`).
    package var isTooLong: Bool { errorNumber == ErrorNumber.fileTooLong }
    /// Whether another process holds the lock.
    package var isLocked: Bool { errorNumber == ErrorNumber.wouldBlock }
    /// Whether the name can't lead to another file: something is mounted on it.
    package var isMountPoint: Bool { errorNumber == ErrorNumber.busy }
    /// Whether the other end of a pipe took too long.
    package var isTimeout: Bool { errorNumber == ErrorNumber.timedOut }
    /// Whether the arguments of the call were refused (EINVAL).
    var isInvalid: Bool { errorNumber == ErrorNumber.invalidArgument }
    /// Whether the file system doesn't support the operation.
    package var isUnsupported: Bool { ErrorNumber.unsupported.contains(errorNumber) }
}

extension FileError: CustomStringConvertible {
    /// `path: call failed:` and the system's message.
    public var description: String { "\(path): \(call) failed: \(IOError.message(for: errorNumber))" }
}
