extension Netrc {
    /// Why a file can't be trusted: its passwords can't be assigned to machines.
    public struct Fault: Sendable, Hashable, CustomStringConvertible {
        enum Reason: Sendable, Hashable {
            /// A quoted word isn't closed on its line.
            case openQuote
            /// A keyword that no value follows.
            case missingValue(String)
            /// A keyword that one entry has twice.
            case repeated(String)
            case utf16
        }

        /// Counted from 1.
        public let line: Int
        let reason: Reason

        /// What is wrong and what to do; it tells no value.
        public var description: String {
            switch reason {
            case .openQuote: "a quoted word isn't closed on its line"
            case .missingValue(let keyword):
                "no value follows '\(keyword)'; put one that is empty or a keyword in double quotes, on the same line"
            case .repeated(let keyword): "a second '\(keyword)' in one entry; begin each entry with 'machine'"
            case .utf16: "the file is in UTF-16; save it as UTF-8"
            }
        }
    }
}
