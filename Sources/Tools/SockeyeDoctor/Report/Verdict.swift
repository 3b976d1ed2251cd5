extension DoctorReport {
    /// A finding's severity, from best to worst.
    @nonexhaustive
    public enum Verdict: String, Sendable, Hashable, CaseIterable, Comparable {
        /// As it should be.
        case ok
        /// Not checked, because an earlier step failed or the check wasn't requested.
        case notTried = "not-tried"
        /// Worth knowing; no action needed.
        case note
        /// It works, but poorly, not for all clients, or not for long.
        case warning
        /// It doesn't work, or the data may be wrong.
        case fault

        /// Whether `left` is better.
        public static func < (left: Verdict, right: Verdict) -> Bool { left.rank < right.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }
}
