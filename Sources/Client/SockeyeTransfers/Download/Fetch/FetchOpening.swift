internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeURL

/// Listens to a fetch, on the fetching task.
protocol FetchListener {
    /// The first response was accepted, before its bytes are written.
    func opened(_ opening: FetchOpening)
    /// Bytes were written.
    ///
    /// - Throws: to end the fetch.
    func wrote() throws(DownloadError)
}

/// The facts of the first response of a round.
struct FetchOpening: Sendable {
    var answer: ResumeAnswer
    var head: ResponseHead
    var total: Int64?
    /// The offset of its first new byte.
    var position: Int64
    /// The byte after its last new one, if known.
    var answerEnd: Int64?
    /// Why the bytes of earlier runs were dropped, if they were.
    var dropped: ResumePolicy.Reason?
    /// Whether the bytes of earlier runs are part of the file.
    var keepsEarlierBytes: Bool
    /// Whether other segments may request ranges.
    var honoursRanges: Bool
    /// The digests that the server promised, now or before.
    var promised: [Checksum]
    /// Mirrors named by the server.
    var links: [HTTPURL]
    /// Computes the promised digests and the caller's.
    var digest: OrderedDigest
}

extension ResumeKnowledge {
    /// Stores the file's length and version from the first response.
    mutating func learn(_ opening: FetchOpening) {
        let answer = opening.answer
        total = opening.total
        validator = answer.validator ?? (opening.keepsEarlierBytes ? validator : nil)
        lastModified = answer.lastModified ?? (opening.keepsEarlierBytes ? lastModified : nil)
        mediaType = answer.mediaType
    }
}

/// How a fetch ended.
enum FetchEnd: Sendable {
    /// Everything up to the cursor's end or the body's is written.
    case done
    /// The response was not written; what to do instead, and the server's Retry-After.
    case action(ResumePolicy.Action, retryAfter: Duration?)
    case failed(HTTPClientError)
    case stopped(DownloadError)
}
