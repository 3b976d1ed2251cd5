internal import SockeyeIO

/// Compares the bytes at both ends of a response that aren't new with those on the disk.
///
/// ```
///   lead                     new                        trail
///   ├── compared or kept ──┤├── written at the cursor ──┤├── compared ──┤
/// ```
struct OverlapCheck {
    /// The first bytes of a response, which aren't new.
    struct Lead {
        var range: Range<Int64>
        /// Whether they are on the disk and compared as they arrive; otherwise they are kept until the file is
        /// complete.
        var isWritten: Bool
    }

    private let file: File
    private let seams: Seams
    private var lead: Lead
    private var trail: Range<Int64>
    private var kept: [UInt8] = []
    /// The offset at which the bytes differ from those on the disk, if any.
    private(set) var difference: Int64?

    init(_ file: File, _ seams: Seams, lead: Lead, trail: Range<Int64>) {
        self.file = file
        self.seams = seams
        self.lead = lead
        self.trail = trail
    }

    /// Whether the whole lead has been received.
    var hasPassedLead: Bool { lead.range.isEmpty }
    /// The first byte of the lead not yet received.
    var leadEnd: Int64 { lead.range.lowerBound }
    /// Whether bytes of either end are still missing.
    var isPending: Bool { !lead.range.isEmpty || !trail.isEmpty }

    /// Takes the lead's bytes from the front of `bytes`; returns their number.
    mutating func takeLead(of bytes: RawSpan) throws(FileError) -> Int {
        let count = min(lead.range.count, bytes.byteCount)
        if count == 0 { return 0 }
        let part = bytes.extracting(first: count)
        let offset = lead.range.lowerBound
        if lead.isWritten {
            if try !isWritten(part, at: offset) { difference = offset }
        } else {
            // SAFETY: the buffer covers the span's initialised bytes, which are copied before the closure returns.
            part.withUnsafeBytes { kept += $0 }
        }
        lead.range = offset + Int64(count)..<lead.range.upperBound
        if lead.range.isEmpty, !kept.isEmpty {
            seams.keep(kept, at: lead.range.upperBound - Int64(kept.count))
            kept = []
        }
        return count
    }

    /// Compares the bytes after the new ones, once. The first piece is enough: only the seam is checked.
    ///
    /// - Parameter end: the cursor's end; if it was moved, another segment's bytes follow and nothing is compared.
    mutating func takeTrail(_ bytes: RawSpan, behind end: Int64) throws(FileError) {
        guard !trail.isEmpty, end == trail.lowerBound else {
            trail = 0..<0
            return
        }
        let count = min(trail.count, bytes.byteCount)
        if count == 0 { return }
        if try !isWritten(bytes.extracting(first: count), at: trail.lowerBound) { difference = trail.lowerBound }
        trail = 0..<0
    }

    private func isWritten(_ bytes: RawSpan, at offset: Int64) throws(FileError) -> Bool {
        let written = try file.read(bytes.byteCount, at: offset)
        // SAFETY: the buffer covers the span's initialised bytes, which are read before the closure returns.
        return bytes.withUnsafeBytes { $0.elementsEqual(written) }
    }
}
