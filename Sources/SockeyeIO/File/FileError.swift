internal import CSystemShims

/// A system call on a file that failed: which call, on which file, and the `errno` it left.
public struct FileError: Error, Sendable, Hashable {
    /// As `open`.
    public let call: String
    /// As the caller gave it.
    public let path: String
    /// The system's number.
    public let errorNumber: Int32

    package init(call: String, path: String, errorNumber: Int32) {
        self.call = call
        self.path = path
        self.errorNumber = errorNumber
    }

    /// Whether there is no such file or folder.
    public var isMissing: Bool { errorNumber == ErrorNumber.noSuchFile }
    /// Whether there is a file of that name already.
    public var isThereAlready: Bool { errorNumber == ErrorNumber.fileExists }
    /// Whether the disk or the quota is full.
    public var isDiskFull: Bool { ErrorNumber.diskFull.contains(errorNumber) }
    /// Whether a file may not be so long: by the file system, or by the process's limit (`RLIMIT_FSIZE`).
    package var isTooLong: Bool { errorNumber == ErrorNumber.fileTooLong }
    /// Whether another process holds the lock.
    package var isLocked: Bool { errorNumber == ErrorNumber.wouldBlock }
    /// Whether the call was refused as it was made (EINVAL).
    package var isInvalid: Bool { errorNumber == ErrorNumber.invalidArgument }
    /// Whether the file system cannot do this at all.
    package var isUnsupported: Bool { ErrorNumber.unsupported.contains(errorNumber) }
}

extension FileError: CustomStringConvertible {
    /// `path: call failed: the system's words`.
    public var description: String { "\(path): \(call) failed: \(IOError.message(for: errorNumber))" }
}
