extension DoctorReport {
    /// A finding of an examination.
    public struct Finding: Sendable, Hashable {
        /// The check.
        public let check: Check
        /// The verdict.
        public internal(set) var verdict: Verdict
        /// The finding in one line.
        public internal(set) var text: String
        /// What to do about it in one line, if anything.
        public let advice: String?
        /// The measured values, for programs.
        package let facts: [Fact]
        /// The origin it is about, such as `https://example.com`.
        public internal(set) var origin = ""

        init(_ check: Check, _ verdict: Verdict, _ text: String, advice: String? = nil, _ facts: [Fact] = []) {
            (self.check, self.verdict, self.text, self.advice, self.facts) = (check, verdict, text, advice, facts)
        }
    }

    /// A name and a value, for programs.
    package struct Fact: Sendable, Hashable {
        /// A value.
        package enum Value: Sendable, Hashable {
            /// A text.
            case text(String)
            /// Several texts, in order.
            case texts([String])
            /// A number.
            case number(Int64)
            /// Yes or no.
            case flag(Bool)
            /// A duration.
            case time(Duration)
        }

        /// Lowercase words joined by underscores.
        package let name: String
        /// The value.
        package let value: Value

        init(_ name: String, _ value: Value) {
            (self.name, self.value) = (name, value)
        }

        init(_ name: String, _ text: String) { self.init(name, .text(text)) }
        init(_ name: String, _ number: Int) { self.init(name, .number(Int64(number))) }
        init(_ name: String, _ number: Int64) { self.init(name, .number(number)) }
        init(_ name: String, _ flag: Bool) { self.init(name, .flag(flag)) }
        init(_ name: String, _ time: Duration) { self.init(name, .time(time)) }
        init(_ name: String, _ texts: [String]) { self.init(name, .texts(texts)) }
    }
}

extension [DoctorReport.Finding] {
    /// One finding alone.
    static func one(
        _ check: DoctorReport.Check, _ verdict: DoctorReport.Verdict, _ text: String, advice: String? = nil,
        _ facts: [DoctorReport.Fact] = []
    ) -> [DoctorReport.Finding] {
        [DoctorReport.Finding(check, verdict, text, advice: advice, facts)]
    }

    mutating func add(
        _ check: DoctorReport.Check, _ verdict: DoctorReport.Verdict, _ text: String, advice: String? = nil,
        _ facts: [DoctorReport.Fact] = []
    ) {
        append(DoctorReport.Finding(check, verdict, text, advice: advice, facts))
    }
}

typealias Finding = DoctorReport.Finding
typealias Fact = DoctorReport.Fact
