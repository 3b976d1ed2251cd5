extension DoctorReport {
    /// How good or bad a finding is, from best to worst.
    public enum Verdict: String, Sendable, Hashable, CaseIterable, Comparable {
        /// As it should be.
        case ok
        /// Nothing is known, since an earlier step failed or nobody asked for it.
        case notTried = "not-tried"
        /// Worth knowing; nothing has to be done.
        case note
        /// It works, but not well, or not for everybody, or not for long.
        case warning
        /// It doesn't work, or what comes may be wrong.
        case fault

        /// Whether `left` is better.
        public static func < (left: Verdict, right: Verdict) -> Bool { left.rank < right.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }
}
