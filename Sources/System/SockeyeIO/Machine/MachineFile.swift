/// An open file of a ``Machine``, closed with the last reference.
package protocol MachineFile: AnyObject, Sendable {
    /// The name it was opened by.
    var path: String { get }
    /// Its number in this process; `nil` if it is no file of the kernel's.
    var descriptor: Int32? { get }
    /// The next bytes, at most `count`; empty at the end (`read(2)`). Waits for a pipe's writer, also where the file doesn't block.
    ///
    /// - Throws: `FileError`; at the deadline one that ``FileError/isTimeout``.
    func readNext(_ count: Int, until deadline: Deadline) throws(FileError) -> [UInt8]
    /// Up to `count` bytes at `offset`, fewer only at the end (`pread(2)`).
    func read(_ count: Int, at offset: Int64) throws(FileError) -> [UInt8]
    /// Writes as many of the bytes as the file takes at once, where it stands (`write(2)`). Returns how many.
    ///
    /// - Parameters:
    ///   - bytes: to write; not empty.
    ///   - deadline: by when the reader of a pipe that doesn't block must have made room.
    func writeNext(_ bytes: RawSpan, until deadline: Deadline) throws(FileError) -> Int
    /// Writes all of the bytes at `offset` (`pwrite(2)`).
    func write(_ bytes: [UInt8], at offset: Int64) throws(FileError)
    /// Where the next byte is read or written from then on; `nil` for what has no places, such as a pipe (`lseek(2)`).
    ///
    /// - Parameter offset: the new place; `nil` leaves it.
    func seek(to offset: Int64?) -> Int64?
    /// The file's facts (`fstat(2)`).
    func facts() throws(FileError) -> FileFacts
    /// Sets its length (`ftruncate(2)`).
    func truncate(to length: Int64) throws(FileError)
    /// Waits until its bytes are on the disk (`fsync(2)`, `fdatasync(2)`).
    func sync(dataOnly: Bool) throws(FileError)
    /// Sets its modification time, in seconds since 1970 (`futimens(2)`).
    func setModified(_ secondsSince1970: Int64) throws(FileError)
    /// Reports what closing would: over NFS, a full disk may be found only then (`close(2)` of a copy).
    func flush() throws(FileError)
    /// Another reference to the open file, as of a stream that is led elsewhere meanwhile (`fcntl(2)`, F_DUPFD).
    func duplicate() throws(FileError) -> any MachineFile
    /// Whether it is a terminal (`isatty(3)`).
    var isTerminal: Bool { get }
    /// Whether there is something to read, or the end (`poll(2)`).
    var isReadable: Bool { get }
    /// How many bytes are there to be read; 0 if the system doesn't say (`ioctl(2)`, FIONREAD).
    var waitingBytes: Int { get }
    /// Whether it was opened for writing (`fcntl(2)`, F_GETFL).
    var isWritable: Bool { get }
}

extension MachineFile {
    /// Writes all of the bytes where the file stands.
    ///
    /// - Parameters:
    ///   - bytes: to write.
    ///   - deadline: by when the reader of a pipe that doesn't block must have taken them.
    package func append(_ bytes: [UInt8], until deadline: Deadline = .never) throws(FileError) {
        var offset = 0
        while offset < bytes.count {
            offset += try writeNext(bytes.span.bytes.extracting(droppingFirst: offset), until: deadline)
        }
    }

    /// The next bytes, at most `count`, whenever they come.
    package func readNext(_ count: Int) throws(FileError) -> [UInt8] { try readNext(count, until: .never) }

    /// Waits until its bytes and its facts are on the disk.
    package func sync() throws(FileError) { try sync(dataOnly: false) }
}
