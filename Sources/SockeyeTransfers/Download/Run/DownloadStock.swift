internal import SockeyeClient
internal import SockeyeHTTP1

/// What is there of a file, and what is known of it.
struct DownloadStock {
    /// The bytes to rely on.
    private(set) var present = ByteRangeSet()
    /// The bytes that the record on the disk calls durable.
    var durable = ByteRangeSet()
    var known = ResumeKnowledge()
    /// Bytes that came twice, to be compared.
    let seams = Seams()
    var digest = OrderedDigest([])
    /// Digests that the server promised.
    private(set) var promised: [Checksum] = []
    /// The head of the last response that bytes were taken from.
    private(set) var head: ResponseHead?
    /// Whether the server announced the length, so that it proves something.
    private(set) var isLengthAnnounced = true

    /// Takes over what an earlier run left.
    mutating func take(_ remains: PartialFile.Remains) {
        if let record = remains.record {
            (known.total, known.validator, known.lastModified) = (record.total, record.validator, record.lastModified)
            known.mediaType = record.mediaType
            durable = record.durable
        }
        set(remains.present)
    }

    /// Takes over what the first response of a round said.
    mutating func take(_ opening: FetchOpening, checksum: Checksum?) {
        if !opening.keepsEarlierBytes {
            set(ByteRangeSet())
            durable = ByteRangeSet()
        }
        known.learn(opening)
        digest = opening.digest
        if !opening.promised.isEmpty || !opening.keepsEarlierBytes {
            promised = opening.promised
        } else if !promised.isEmpty {
            // Mirrors were trusted because of it: it is checked although this response did not repeat it.
            digest = OrderedDigest(Set((promised + (checksum.map { [$0] } ?? [])).map(\.algorithm)))
        }
        head = opening.head
    }

    /// Takes what is there now.
    mutating func set(_ present: ByteRangeSet) {
        self.present = present
        known.prefixLength = present.prefixLength
        known.isOneRow = present.byteCount == present.prefixLength
    }

    /// A body of unknown length has come to its end; its length is the file's.
    mutating func end(at length: Int64, isFramed: Bool) {
        known.total = length
        isLengthAnnounced = isFramed
    }

    /// The file is another one: nothing that is there may be skipped or kept.
    mutating func forgetVersion() {
        known.validator = nil
        known.lastModified = nil
        known.total = nil
        known.isOneRow = false
    }
}
