internal import CSystemShims

/// What a file is opened for (`open(2)`). Descriptors are always close-on-exec, and no terminal becomes the controlling one.
package struct FileMode: OptionSet, Sendable {
    /// Bits of the C shim, not those of `fcntl.h`.
    package let rawValue: Int32
    /// The modes with these bits.
    package init(rawValue: Int32) { self.rawValue = rawValue }
    /// To read (O_RDONLY).
    package static let reading = FileMode(rawValue: Int32(SOCKEYE_OPEN_READ))
    /// To write (O_WRONLY).
    package static let writing = FileMode(rawValue: Int32(SOCKEYE_OPEN_WRITE))
    /// Makes the file if there is none (O_CREAT).
    package static let creating = FileMode(rawValue: Int32(SOCKEYE_OPEN_CREATE))
    /// Fails if the file exists (O_EXCL).
    package static let exclusively = FileMode(rawValue: Int32(SOCKEYE_OPEN_EXCLUSIVE))
    /// Drops what the file has (O_TRUNC).
    package static let emptied = FileMode(rawValue: Int32(SOCKEYE_OPEN_TRUNCATE))
    /// Fails if the name is a symbolic link (O_NOFOLLOW).
    package static let notThroughLink = FileMode(rawValue: Int32(SOCKEYE_OPEN_NO_FOLLOW))
    /// Opening a named pipe does not block (O_NONBLOCK).
    package static let withoutWaiting = FileMode(rawValue: Int32(SOCKEYE_OPEN_NO_BLOCK))
    /// Fails for anything but a folder (O_DIRECTORY).
    package static let folder = FileMode(rawValue: Int32(SOCKEYE_OPEN_FOLDER))
    /// A folder that is only held: files are opened in it by its number (O_PATH).
    package static let place = FileMode(rawValue: Int32(SOCKEYE_OPEN_FOLDER | SOCKEYE_OPEN_PLACE))
    /// Writes at the end (O_APPEND).
    package static let appending = FileMode(rawValue: Int32(SOCKEYE_OPEN_APPEND))
    /// A file without a name, in the folder of that path (O_TMPFILE).
    static let unnamed = FileMode(rawValue: Int32(SOCKEYE_OPEN_UNNAMED))
}
