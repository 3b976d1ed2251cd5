/// Which responses to a request without a range are the file, by ``DownloadOptions/acceptedStatuses``.
struct AcceptedStatuses: Sendable, Hashable {
    private let range: ClosedRange<Int>
    /// What else than the whole file the caller's own request asks for.
    private let asked: Set<Int>

    /// - Parameter asked: the statuses of parts that the caller asks for; by default none.
    init(_ range: ClosedRange<Int> = 200...200, asked: Set<Int> = []) {
        (self.range, self.asked) = (range, asked)
    }

    /// Statuses whose content isn't a whole file, whatever else it is: a part (RFC 9110 section 15.3.7), a difference from an
    /// earlier version (RFC 3229 section 10.4.1), or nothing new.
    static let notWhole: Set<Int> = [206, 226, 304]

    /// Whether an error page is the file too.
    var takesPages: Bool { range.upperBound >= 400 }

    /// Whether a response is the file by its status alone.
    func include(_ status: Int) -> Bool {
        // Where pages aren't taken, one with 200 may still be no file: a captive portal.
        range.contains(status) && (!Self.notWhole.contains(status) || asked.contains(status))
            && (takesPages || status != 200)
    }
}
