internal import SockeyeClient
internal import SockeyeHTTP1
internal import SockeyeURL

/// Follows a fetch from within, on the task that fetches.
protocol FetchListener {
    /// The first response was accepted, and its bytes are about to be written.
    func opened(_ opening: FetchOpening)
    /// Bytes were written.
    ///
    /// - Throws: to end the fetch.
    func wrote() throws(DownloadError)
}

/// What the first response of a round said.
struct FetchOpening: Sendable {
    var answer: ResumeAnswer
    var head: ResponseHead
    var total: Int64?
    /// Where its new bytes begin.
    var position: Int64
    /// The byte after its last one, if known.
    var answerEnd: Int64?
    /// Why the bytes of earlier runs were dropped.
    var dropped: ResumePolicy.Reason?
    /// Whether the bytes of earlier runs are part of the file.
    var keepsEarlierBytes: Bool
    /// Whether other segments may ask for ranges.
    var honoursRanges: Bool
    /// Digests that the server promised.
    var promised: [Checksum]
    /// Mirrors that it named.
    var links: [HTTPURL]
    /// Computes those digests and the caller's.
    var digest: OrderedDigest
}

extension ResumeKnowledge {
    /// Learns the file's length and version from the first response.
    mutating func learn(_ opening: FetchOpening) {
        let answer = opening.answer
        total = opening.total
        validator = answer.validator ?? (opening.keepsEarlierBytes ? validator : nil)
        lastModified = answer.lastModified ?? lastModified
        mediaType = answer.mediaType
    }
}

/// How a fetch ended.
enum FetchEnd: Sendable {
    /// Everything up to the cursor's end or the body's is written.
    case done
    /// The response was not written: what to do instead, and the server's Retry-After.
    case action(ResumePolicy.Action, retryAfter: Duration?)
    case failed(HTTPClientError)
    case stopped(DownloadError)
}
