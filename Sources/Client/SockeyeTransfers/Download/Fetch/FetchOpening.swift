internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeURL

/// The facts of the first response of a round.
struct FetchOpening: Sendable {
    let answer: ResumeAnswer
    let head: ResponseHead
    let total: Int64?
    /// The offset of its first new byte.
    let position: Int64
    /// The byte after its last new one, if known.
    let end: Int64?
    /// Where it is written. The round may move the end.
    let cursor: SegmentCursor
    /// Why the bytes of earlier runs were dropped, if they were.
    let dropped: ResumePolicy.Reason?
    /// Whether the bytes of earlier runs are part of the file.
    let keepsEarlierBytes: Bool
    /// Whether it is a part, asked for, of a file whose length the server doesn't tell.
    let isOfUnknownLength: Bool
    /// Whether other segments may request ranges.
    let honoursRanges: Bool
    /// The digests that the server promised, now or before.
    let promised: [Checksum]
    /// Mirrors named by the server.
    let links: [HTTPURL]
    /// Computes the promised digests and the caller's.
    let digest: OrderedDigest

    /// Whether more may follow what was written: a server may send less than was asked for, and "*" doesn't tell where the file ends
    /// (RFC 9110 section 14.4). It is asked until nothing new comes.
    var mayGoOn: Bool { isOfUnknownLength && cursor.position > position }
}

/// How a fetch ended.
enum FetchEnd: Sendable {
    /// Everything up to the cursor's end or the body's is written.
    case done
    /// The response was not written; what to do instead, and the server's Retry-After.
    case action(ResumePolicy.Action, retryAfter: Duration? = nil)
    case failed(DownloadError)
}
