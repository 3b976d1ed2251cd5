internal import SockeyeClient
internal import SockeyeHTTP1

/// The present bytes of a file, and what is known about it.
struct DownloadStock {
    /// The reliable bytes.
    private(set) var present = ByteRangeSet()
    /// The bytes that the record on the disk calls durable.
    var durable = ByteRangeSet()
    var known = ResumeKnowledge()
    /// Bytes received twice, to be compared.
    let seams = Seams()
    var digest = OrderedDigest([])
    /// The digests that the server promised.
    private(set) var promised: [Checksum] = []
    /// The head of the last response whose bytes were used.
    private(set) var head: ResponseHead?
    /// Whether the server announced the length, so that it proves completeness.
    private(set) var isLengthAnnounced = true
    /// Whether the version of the present bytes is forgotten, since the file has changed.
    private(set) var isVersionForgotten = false

    /// Adopts what an earlier run left.
    mutating func take(_ remains: PartialFile.Remains) {
        if let record = remains.record {
            (known.total, known.validator, known.lastModified) = (record.total, record.validator, record.lastModified)
            known.mediaType = record.mediaType
            durable = record.durable
        }
        set(remains.present)
    }

    /// Adopts the facts of the first response of a round.
    mutating func take(_ opening: FetchOpening) {
        if !opening.keepsEarlierBytes {
            set(ByteRangeSet())
            durable = ByteRangeSet()
            // Of the dropped version: the new one would never agree with them, however often it was fetched.
            seams.forget()
        }
        known.learn(opening)
        isVersionForgotten = false
        (promised, digest) = (opening.promised, opening.digest)
        head = opening.head
    }

    /// Sets the present bytes.
    mutating func set(_ present: ByteRangeSet) {
        self.present = present
        known.prefixLength = present.prefixLength
        known.isOneRow = present.byteCount == present.prefixLength
    }

    /// A body of unknown length has ended; its length is the file's.
    mutating func end(at length: Int64, isFramed: Bool) {
        known.total = length
        isLengthAnnounced = isFramed
    }

    /// The file has changed: no present byte may be skipped or kept.
    mutating func forgetVersion() {
        isVersionForgotten = true
        known.validator = nil
        known.lastModified = nil
        known.total = nil
        known.isOneRow = false
    }
}
