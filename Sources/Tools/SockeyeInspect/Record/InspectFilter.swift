/// Selects the exchanges to show and keep: those that match all of its parts.
package struct InspectFilter: Sendable, Hashable {
    /// The property that a part tests.
    package enum Key: String, CaseIterable, Sendable {
        /// The URL's host.
        case host
        /// The request's method.
        case method
        /// The response's status.
        case status
        /// The URL's path.
        case path
    }

    /// Why a text isn't a valid filter.
    package struct Mistake: Error, Sendable, Hashable {
        /// The reason.
        package let text: String
    }

    private struct Part: Hashable {
        let key: Key
        let glob: Glob
    }

    private let parts: [Part]

    /// Parses a text such as `host=*.example.com,status=5*`.
    package init(parsing text: String) throws(Mistake) {
        var parts: [Part] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard words.count == 2, !words[1].isEmpty, let key = Key(rawValue: String(words[0])) else {
                throw Mistake(text: "expected host=, method=, status= or path= and a pattern, with commas in between")
            }
            parts.append(Part(key: key, glob: Glob(String(words[1]))))
        }
        self.parts = parts
    }

    /// Whether an exchange matches. Without a status, it matches no status pattern.
    package func matches(_ exchange: InspectedExchange) -> Bool {
        parts.allSatisfy { part in
            switch part.key {
            case .host: part.glob.matches(exchange.host)
            case .method: part.glob.matches(exchange.method)
            case .path: part.glob.matches(exchange.path)
            case .status: exchange.status.map { part.glob.matches("\($0)") } ?? false
            }
        }
    }
}
