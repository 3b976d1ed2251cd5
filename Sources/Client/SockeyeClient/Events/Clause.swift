extension ClientEvent {
    /// A clause of a standard.
    public struct Clause: Sendable, Hashable, CustomStringConvertible {
        /// The document, such as `RFC 9112`.
        public let document: String
        /// The section, such as `6.3`.
        public let section: String
        /// What it says, in one line.
        public let meaning: String

        /// A clause of a document.
        package init(_ document: String, _ section: String, _ meaning: String) {
            (self.document, self.section, self.meaning) = (document, section, meaning)
        }

        /// Where it can be read.
        public var link: String {
            // The Fetch Standard names its sections.
            if document == "Fetch" { return "https://fetch.spec.whatwg.org/#\(section)" }
            let number = document.filter(\.isNumber)
            // The successor of RFC 6265 has no number yet.
            if document.hasSuffix("bis") {
                return "https://www.ietf.org/archive/id/draft-ietf-httpbis-rfc\(number)bis-22.html#section-\(section)"
            }
            let kind = section.first?.isLetter == true ? "appendix" : "section"
            return "https://www.rfc-editor.org/rfc/rfc\(number).html#\(kind)-\(section)"
        }

        /// `RFC 9112 §6.3`, or `Fetch`.
        public var description: String { document == "Fetch" ? document : "\(document) §\(section)" }
    }
}
