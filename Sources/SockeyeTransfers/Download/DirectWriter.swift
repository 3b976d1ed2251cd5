internal import SockeyeIO

/// Writes one stream of a large file past the page cache (`O_DIRECT`): one block is filled while the other is on its way
/// to the disk.
///
/// ```
///   body ──→ [ block being filled ]      [ block being written ] ──→ disk
///                      └───────── full: they change places ────┘
/// ```
///
/// A file that is synced before it gets its name has to reach the disk anyhow. By way of the page cache its bytes are
/// copied once more, push out what others have cached, and are waited for at the end: 1 GiB took twice the time and four
/// times the processor.
final class DirectWriter {
    /// Two of them are held. Each is one write; smaller ones leave the disk idle in between.
    private static let blockBytes = 2 << 20
    /// What the disk wants addresses, offsets and counts to be multiples of.
    private static let alignment = 4096
    /// Below this length the page cache is as good.
    static let leastBytes: Int64 = 32 << 20

    // SAFETY: a block is filled by the writer or written by a file thread, never both: they wait for each other.
    private final class Block: @unchecked Sendable {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: blockBytes, alignment: alignment)

        deinit {
            bytes.deallocate()
        }
    }

    private let file: File
    private let direct: File
    private let cursor: SegmentCursor
    private let loop: EventLoop
    private var filling = Block()
    private var spare = Block()
    /// Bytes in the block that is being filled, and how many it is to have.
    private var filled = 0
    private var capacity: Int
    /// Where the block that is being filled belongs.
    private var offset: Int64
    private var writing: Writing?

    /// A block on its way to the disk, and where it ends.
    private struct Writing: Sendable {
        let task: Task<FileError?, Never>
        let end: Int64
    }

    /// A writer from the cursor's position on; `nil` where the file system cannot.
    init?(_ file: File, _ cursor: SegmentCursor, _ loop: EventLoop) {
        guard let direct = try? File(file.path, [.writing, .directly, .notThroughLink]),
            let facts = try? direct.facts(), let own = try? file.facts(), facts.identity == own.identity
        else { return nil }
        self.file = file
        self.direct = direct
        self.cursor = cursor
        self.loop = loop
        offset = cursor.position
        // Up to the next multiple in the ordinary way, and then in whole blocks.
        let over = Int(offset % Int64(Self.alignment))
        capacity = over == 0 ? Self.blockBytes : Self.alignment - over
    }

    /// Bytes received that are not written.
    var buffered: Int64 { offset + Int64(filled) - cursor.position }

    // SAFETY: the memory is the block's own; who fills it says so before anything else is asked of the writer.
    /// Where the next bytes go; never empty.
    var room: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: filling.bytes[filled..<capacity])
    }

    /// So many bytes of the room were filled.
    func fill(_ count: Int) async throws(FileError) {
        filled += count
        if filled == capacity { try await turn() }
    }

    /// Everything that was received is written when it returns; the cursor says how far that went.
    func finish() async throws(FileError) {
        // The end of a file is seldom a multiple.
        let rest = filled % Self.alignment
        if filled > rest {
            // SAFETY: what was left over is fewer bytes than a block holds.
            let last = Array(UnsafeRawBufferPointer(rebasing: filling.bytes[filled - rest..<filled]))
            filled -= rest
            try await turn()
            filling.bytes.copyBytes(from: last)
            filled = rest
        }
        if filled > 0 { try await turn() }
        try await settle()
    }

    /// Waits for the block on its way, and sends the full one after it.
    private func turn() async throws(FileError) {
        try await settle()
        let piece = Piece(block: filling, count: filled, offset: offset, direct: direct, file: file)
        let task = Task(executorPreference: loop) { await piece.write() }
        writing = Writing(task: task, end: offset + Int64(filled))
        swap(&filling, &spare)
        offset += Int64(filled)
        (filled, capacity) = (0, Self.blockBytes)
    }

    private func settle() async throws(FileError) {
        guard let under = writing else { return }
        writing = nil
        if let failure = await under.task.value { throw failure }
        cursor.position = under.end
    }

    /// One write: past the page cache if it may be, else through it.
    private struct Piece: Sendable {
        let block: Block
        let count: Int
        let offset: Int64
        let direct: File
        let file: File

        func write() async -> FileError? {
            do throws(FileError) {
                try await onFileThread { () throws(FileError) in try writeNow() }
                return nil
            } catch {
                return error
            }
        }

        private func writeNow() throws(FileError) {
            // SAFETY: the block is this piece's until it is written, and `count` is no more than it holds.
            let bytes = UnsafeRawBufferPointer(rebasing: block.bytes[..<count])
            if count.isMultiple(of: alignment), offset.isMultiple(of: Int64(alignment)) {
                do throws(FileError) {
                    return try direct.write(bytes, at: offset)
                } catch {
                    // It was opened so, and cannot after all.
                    guard error.isInvalid else { throw error }
                }
            }
            try file.write(bytes, at: offset)
        }
    }
}
