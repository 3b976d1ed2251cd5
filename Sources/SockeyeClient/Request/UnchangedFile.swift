internal import SockeyeIO

/// A file that is being sent, and must stay what it was when its length was relied on.
///
/// Its size, time and identity are looked at before bytes are handed on, so that a change is found while the server can
/// still be told by breaking off.
package final class UnchangedFile {
    let range: FileRange
    let file: File
    /// What comes next.
    var position: Int64

    package init(_ range: FileRange) throws(RequestBodyError) {
        self.range = range
        position = range.offset
        do throws(FileError) {
            // A pipe that took the file's place must not hold us.
            file = try File(range.path, [.reading, .withoutWaiting])
        } catch {
            throw .file(error)
        }
        try check()
    }

    /// Bytes still to be sent.
    package var remaining: Int64 { range.offset + range.length - position }

    /// The open file is still what it was.
    func check() throws(RequestBodyError) {
        let facts: FileFacts
        do throws(FileError) {
            facts = try file.facts()
        } catch {
            throw .file(error)
        }
        if let change = range.facts.change(to: facts) { throw .fileChanged(path: range.path, change) }
    }

    /// And so is what its name leads to.
    func checkAtEnd() throws(RequestBodyError) {
        try check()
        let facts: FileFacts?
        do throws(FileError) {
            facts = try FileFacts(of: range.path)
        } catch {
            throw .file(error)
        }
        let change = facts.map { range.facts.change(to: $0) } ?? .replaced
        if let change { throw .fileChanged(path: range.path, change) }
    }

    /// Reads the next bytes, as many as there is room for, and makes sure that they are the file's; gives how many.
    func read(into room: UnsafeMutableRawBufferPointer) throws(RequestBodyError) -> Int {
        // SAFETY: the room is the caller's; a part of it is used during the call only.
        let wanted = UnsafeMutableRawBufferPointer(rebasing: room.prefix(Int(clamping: remaining)))
        let count: Int
        do throws(FileError) {
            count = try file.read(into: wanted, at: position)
        } catch {
            throw .file(error)
        }
        try check()
        if count < wanted.count { throw .fileChanged(path: range.path, .shrank) }
        position += Int64(count)
        return count
    }

    /// The next bytes, at most `count`; none at the end.
    package func read(_ count: Int) throws(RequestBodyError) -> [UInt8] {
        var result: Result<Void, RequestBodyError> = .success(())
        // SAFETY: `read` fills the first bytes of the buffer, and just those are claimed.
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
}
