internal import SockeyeIO

/// A file being sent, which must not change after its length was read.
///
/// Its size, modification time and identity are checked before bytes are passed on, so that on a change the request can
/// still be aborted.
package final class UnchangedFile {
    let range: FileRange
    private let file: File
    /// The offset of the next byte.
    private var position: Int64

    package init(_ range: FileRange) throws(RequestBodyError) {
        self.range = range
        position = range.offset
        // Opening a pipe that replaced the file must not block.
        file = try Self.step { () throws(FileError) in try File(range.path, [.reading, .withoutWaiting]) }
        try check()
    }

    /// Bytes still to be sent.
    package var remaining: Int64 { range.offset + range.length - position }

    /// Checks that the open file is unchanged.
    private func check() throws(RequestBodyError) {
        let facts = try Self.step { () throws(FileError) in try file.facts() }
        if let change = range.facts.change(to: facts) { throw .fileChanged(path: range.path, change) }
    }

    /// Checks that the open file and the file at its path are unchanged.
    func checkAtEnd() throws(RequestBodyError) {
        try check()
        let facts = try Self.step { () throws(FileError) in try FileFacts(of: range.path) }
        let change = facts.map { range.facts.change(to: $0) } ?? .replaced
        if let change { throw .fileChanged(path: range.path, change) }
    }

    /// Reads the next bytes into `room`, checks that the file is unchanged, and returns the count.
    func read(into room: UnsafeMutableRawBufferPointer) throws(RequestBodyError) -> Int {
        // SAFETY: `wanted` is a prefix of the caller's buffer, which outlives this call.
        let wanted = UnsafeMutableRawBufferPointer(rebasing: room.prefix(Int(clamping: remaining)))
        let count = try Self.step { () throws(FileError) in try file.read(into: wanted, at: position) }
        try check()
        if count < wanted.count { throw .fileChanged(path: range.path, .shrank) }
        position += Int64(count)
        return count
    }

    /// The next bytes, at most `count`; none at the end.
    package func read(_ count: Int) throws(RequestBodyError) -> [UInt8] {
        var result: Result<Void, RequestBodyError> = .success(())
        // SAFETY: `read` initialises the first bytes of the buffer and returns their count.
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(clamping: min(Int64(count), remaining))) {
            buffer, initialized in
            do throws(RequestBodyError) {
                initialized = try read(into: UnsafeMutableRawBufferPointer(buffer))
            } catch {
                result = .failure(error)
            }
        }
        try result.get()
        return bytes
    }

    private static func step<Value>(_ body: () throws(FileError) -> Value) throws(RequestBodyError) -> Value {
        do throws(FileError) {
            return try body()
        } catch {
            throw .file(error)
        }
    }
}
