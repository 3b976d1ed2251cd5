/// Which responses to a request without a range are the file, by ``DownloadOptions/acceptedStatuses``.
struct AcceptedStatuses: Sendable, Hashable {
    private let range: ClosedRange<Int>

    init(_ range: ClosedRange<Int> = 200...200) { self.range = range }

    /// Whether an error page is the file too.
    var takesPages: Bool { range.upperBound >= 400 }

    /// Whether a response is the file by its status alone.
    func include(_ status: Int) -> Bool {
        // Where pages aren't taken, one with 200 may still be no file: a captive portal.
        range.contains(status) && status != 304 && (takesPages || status != 200)
    }
}
