internal import HTTPTypes
internal import SockeyeClient
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeURL

/// The present bytes of a file, and what is known about it.
struct DownloadState: Sendable {
    /// The reliable bytes.
    private(set) var present = ByteRangeSet()
    /// The bytes that the record on the disk calls durable.
    var durable = ByteRangeSet()
    /// How many bytes of earlier runs are among the present ones.
    var resumedBytes: Int64 = 0
    /// How many bytes this run has received.
    var receivedBytes: Int64 = 0
    var known = ResumeKnowledge()
    /// Bytes received twice, to be compared.
    let seams = Seams()
    var digest: OrderedDigest
    /// The digests that the server promised.
    private(set) var promised: [Checksum] = []
    /// The head of the last response whose bytes were used.
    private(set) var head: ResponseHead?
    /// Whether the server announced the length, so that it proves completeness.
    private(set) var isLengthAnnounced = true
    /// Whether the version of the present bytes is forgotten, since the file has changed.
    private(set) var isVersionForgotten = false

    /// Nothing is there, and only what the caller says is known.
    init(_ job: DownloadJob) {
        digest = job.options.checksum.map { OrderedDigest([$0.algorithm]) } ?? .none
        known.requiresResumable = job.options.resume == .required
        known.mayNotDrop = job.isAdopted
        known.accepted = AcceptedStatuses(job.options.acceptedStatuses, asked: job.request.askedStatuses)
    }

    /// Last-Modified as sent.
    var lastModified: HTTPDate? {
        known.lastModified ?? head?.fields[.lastModified].flatMap { HTTPDate(parsing: $0) }
    }

    /// Adopts what an earlier run left.
    mutating func take(_ remains: PartialFile.Remains) {
        if let record = remains.record {
            (known.total, known.validator, known.lastModified) = (record.total, record.validator, record.lastModified)
            (known.mediaType, known.weakTag) = (record.mediaType, record.weakTag)
            // Taken over by a run that was killed: they are still the user's.
            if record.isOfAnotherProgram { known.mayNotDrop = true }
            // That of another program's file has none of these.
            known.isTold =
                known.entityTag != nil || known.lastModified != nil || known.total != nil || !known.mediaType.isEmpty
            durable = record.durable
        }
        set(remains.present)
        resumedBytes = present.byteCount
    }

    /// Adopts the facts of the first response of a round.
    mutating func take(_ opening: FetchOpening) {
        if !opening.keepsEarlierBytes {
            set(ByteRangeSet())
            durable = ByteRangeSet()
            resumedBytes = 0
            // Of the dropped version: the new one would never agree with them, however often it was fetched.
            seams.forget()
        }
        let answer = opening.answer
        known.total = opening.total
        known.validator = answer.validator ?? (opening.keepsEarlierBytes ? known.validator : nil)
        known.lastModified = answer.lastModified ?? (opening.keepsEarlierBytes ? known.lastModified : nil)
        known.weakTag = answer.weakTag ?? (opening.keepsEarlierBytes ? known.weakTag : nil)
        (known.mediaType, known.isTold) = (answer.mediaType, true)
        isVersionForgotten = false
        (promised, digest) = (opening.promised, opening.digest)
        head = opening.head
    }

    /// The whole file has come with this head.
    mutating func take(_ bytes: [UInt8], with head: ResponseHead) {
        receive(ByteRangeSet(upTo: Int64(bytes.count)))
        known.total = Int64(bytes.count)
        self.head = head
    }

    /// Sets the present bytes.
    mutating func set(_ present: ByteRangeSet) {
        self.present = present
        known.prefixLength = present.prefixLength
        known.isOneRow = present.byteCount == present.prefixLength
    }

    /// Sets the present bytes, of which those that are new were received.
    mutating func receive(_ present: ByteRangeSet) {
        receivedBytes += max(0, present.byteCount - self.present.byteCount)
        set(present)
    }

    /// A body of unknown length has ended; its length is the file's.
    mutating func end(at length: Int64, isFramed: Bool) {
        known.total = length
        isLengthAnnounced = isFramed
    }

    /// The file has changed: no present byte may be skipped or kept.
    mutating func forgetVersion() {
        isVersionForgotten = true
        known.forgetVersion()
        known.total = nil
        known.isOneRow = false
    }

    /// The record of the `written` bytes.
    ///
    /// - Parameter syncs: whether these are durable once it is saved.
    func save(_ written: ByteRangeSet, of job: DownloadJob, _ partial: PartialFile, syncs: Bool) -> RecordSave {
        // Another program's bytes are known as such until more have come: only then they have been compared.
        let isOnlyOfOthers = known.mayNotDrop && receivedBytes == 0 && written.byteCount <= resumedBytes
        let url = job.url.withoutCredentials.withoutFragment.href
        // One that is too long would be left out, as that of another program's bytes is.
        let shown = url.utf8.count <= ResumeRecord.longestText ? url : "\(job.url.origin)"
        let record = ResumeRecord(
            fileName: partial.fileName, url: isOnlyOfOthers ? "" : shown,
            validator: known.validator, weakTag: known.weakTag, lastModified: known.lastModified,
            mediaType: known.mediaType,
            total: known.total, bootNumber: PartialFile.bootNumber, durable: syncs ? written : durable,
            written: written)
        return RecordSave(record: record, written: written, syncs: syncs, seams: seams)
    }
}
