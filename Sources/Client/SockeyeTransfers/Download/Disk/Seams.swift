internal import SockeyeIO
internal import Synchronization

/// Bytes that came twice, from two requests, where two parts meet. If they differ, the parts are not of
/// the same file, whatever the validators say.
///
/// A segment asks for a few bytes before its own. Those on the disk are compared at once; the others are kept
/// here until the file is complete.
final class Seams: Sendable {
    /// How much to ask for twice when resuming an earlier run.
    static let resumeBytes: Int64 = 64 * 1024
    /// How much between two segments of one run, where 16 of them must not cost much memory.
    static let segmentBytes: Int64 = 8 * 1024

    /// Bytes that are kept, and their offset.
    struct Seam: Sendable {
        var offset: Int64
        var bytes: [UInt8]
    }

    /// Of hundreds of segments; a server that sends a byte at a time would fill the memory with them.
    private static let keptLimit = 1024

    private let kept = Mutex<[Seam]>([])

    /// Keeps bytes to be compared once their range is written.
    func keep(_ bytes: [UInt8], at offset: Int64) {
        kept.withLock { if $0.count < Self.keptLimit { $0.append(Seam(offset: offset, bytes: bytes)) } }
    }

    /// Forgets all bytes: those of the file are dropped, and another version of it may come.
    func forget() {
        kept.withLock { $0 = [] }
    }

    /// Compares the kept bytes with the file; returns the offset of the first seam that differs, if any.
    ///
    /// - Parameter written: what is in the file; only seams within it are compared.
    func firstDifference(in file: File, within written: ByteRangeSet) throws(FileError) -> Int64? {
        for seam in kept.withLock({ $0 }) where written.contains(seam.offset..<seam.offset + Int64(seam.bytes.count)) {
            if try file.read(seam.bytes.count, at: seam.offset) != seam.bytes { return seam.offset }
        }
        return nil
    }
}
