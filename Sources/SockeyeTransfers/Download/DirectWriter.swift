internal import SockeyeIO

/// Writes one stream of a large file past the page cache (`O_DIRECT`): one block is filled while others are on their way
/// to the disk.
///
/// ```
///   body ──→ [ block being filled ] ──full──→ [ being written ] [ being written ] … ──→ disk
///                      ▲                             │ the oldest is done
///                      └────────── spare ◀───────────┘
/// ```
///
/// A file that is synced before it gets its name has to reach the disk anyhow. By way of the page cache its bytes are
/// copied once more, push out what others have cached, and are waited for at the end: 1 GiB took twice the time and four
/// times the processor.
final class DirectWriter {
    /// Each is one write.
    private static let blockBytes = 1 << 20
    /// So many are held. With one on its way at a time the disk is idle between two, and whoever is slower for a moment
    /// holds the other up.
    private static let blockCount = 4
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
    private var spare: [Block] = (1..<blockCount).map { _ in Block() }
    /// Bytes in the block that is being filled, and how many it is to have.
    private var filled = 0
    private var capacity: Int
    /// Where the block that is being filled belongs.
    private var offset: Int64
    /// In the order of their places in the file.
    private var writing: [Writing] = []
    /// What went wrong first. Nothing behind it counts as written.
    private var failure: FileError?

    /// A block on its way to the disk, and where it ends.
    private struct Writing: Sendable {
        let task: Task<FileError?, Never>
        let block: Block
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
        do throws(FileError) {
            if failure == nil { try await writeRest() }
        } catch {
            failure = error
        }
        // Nobody may touch the file after this.
        while !writing.isEmpty { await settleOldest() }
        if let failure { throw failure }
    }

    private func writeRest() async throws(FileError) {
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
    }

    /// Sends the full block on its way, and waits for one to fill.
    private func turn() async throws(FileError) {
        let piece = Piece(block: filling, count: filled, offset: offset, direct: direct, file: file)
        // What goes by way of the page cache goes alone: the cache is not to hold what is written past it meanwhile.
        if !piece.isAligned { while !writing.isEmpty { await settleOldest() } }
        let task = Task(executorPreference: loop) { await piece.write() }
        writing.append(Writing(task: task, block: filling, end: offset + Int64(filled)))
        offset += Int64(filled)
        (filled, capacity) = (0, Self.blockBytes)
        if spare.isEmpty || !piece.isAligned { await settleOldest() }
        // Either there was one, or the oldest became one.
        if let block = spare.popLast() { filling = block }
        if let failure { throw failure }
    }

    private func settleOldest() async {
        let oldest = writing.removeFirst()
        let failed = await oldest.task.value
        failure = failure ?? failed
        if failure == nil { cursor.position = oldest.end }
        spare.append(oldest.block)
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

        var isAligned: Bool { count.isMultiple(of: alignment) && offset.isMultiple(of: Int64(alignment)) }

        private func writeNow() throws(FileError) {
            // SAFETY: the block is this piece's until it is written, and `count` is no more than it holds.
            let bytes = UnsafeRawBufferPointer(rebasing: block.bytes[..<count])
            if isAligned {
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
