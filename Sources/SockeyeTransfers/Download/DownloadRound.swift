internal import SockeyeIO

/// What one round of a download keeps: the segments on their way, and what was decided about them.
struct DownloadRound {
    /// How a round ended.
    enum End {
        case complete
        case askPlainly
        case startOver(ResumePolicy.Reason)
        case failed(DownloadError, retryAfter: Duration?)
        case stopped(DownloadError)
    }

    let context: FetchContext
    /// The segments on their way. The first request has number 1, in the plan too.
    var cursors: [Int: SegmentCursor] = [:]
    /// The cursor of the first request, on its way or not.
    var first: SegmentCursor?
    /// What is fetched by whom; `nil` before the first answer, and while the length is unknown.
    var plan: SegmentPlan?
    /// The first answer, once it was taken.
    var opening: FetchOpening?
    var end: End?
    /// Where each segment asks.
    var sources: [Int: Source] = [:]
    var lastFailure: (error: DownloadError, retryAfter: Duration?)?
    /// No new segment before this moment: the last one brought nothing.
    var holdUntil = Deadline(nanoseconds: 0)
    var isSaving = false
    var nextSave: Deadline
    var nextSync: Deadline
    var savedBytes: Int64 = 0

    var pace: SegmentPace

    init(_ context: FetchContext, pace: SegmentPace) {
        self.context = context
        self.pace = pace
        nextSave = .after(DownloadRun.savePeriod)
        nextSync = .after(DownloadRun.syncPeriod)
    }

    /// Brings the plan up to where the segments are.
    mutating func advancePlan() {
        for (number, cursor) in cursors { plan?.advance(number, to: cursor.position) }
    }
}
