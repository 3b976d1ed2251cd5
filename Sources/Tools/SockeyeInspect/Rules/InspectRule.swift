/// One change to the exchanges of certain URLs.
package struct InspectRule: Sendable, Hashable {
    /// What is changed.
    enum Change: Sendable, Hashable {
        /// A field of the request; `nil` removes it.
        case request(field: String, value: String?)
        /// A field of the answer; `nil` removes it.
        case response(field: String, value: String?)
        /// The answer's status.
        case status(Int)
        /// The answer comes from a file, which is read for each request. The server isn't asked.
        case body(path: String)
        /// The request is held back so long.
        case latency(Duration)
        /// The messages are held until the page lets them go.
        case hold(Hold)

        /// Of the rules for one subject, the first that matches holds.
        var subject: String {
            switch self {
            case .request(let field, _): "request \(field.lowercased())"
            case .response(let field, _): "response \(field.lowercased())"
            case .status: "status"
            case .body: "body"
            case .latency: "latency"
            case .hold: "hold"
            }
        }
    }

    /// Which messages are held.
    enum Hold: String, Sendable { case request, response, both, none }

    private enum Place: Hashable {
        case url(Glob)
        case hostAndPath(Glob, Glob)
    }

    let change: Change
    /// The rule as written, with the secrets of fields masked; `nil` if another option made it.
    let text: String?
    private let place: Place

    /// `HOST/PATH: CHANGE`.
    init(host: Glob, path: Glob, _ change: Change, text: String) {
        (place, self.change, self.text) = (.hostAndPath(host, path), change, text)
    }

    /// Answers these URLs from a file.
    package init(answering url: Glob, from path: String) {
        (place, change, text) = (.url(url), .body(path: path), nil)
    }

    /// Holds all requests back.
    init(latency: Duration) { (place, change, text) = (.url(Glob("*")), .latency(latency), nil) }

    func matches(_ url: String) -> Bool {
        switch place {
        case .url(let glob): return glob.matches(url)
        case .hostAndPath(let host, let path):
            let parts = InspectedURL(url)
            return (host.matches(parts.host) || host.matches(String(parts.authority))) && path.matches(parts.path)
        }
    }

    /// A note on what was done by this rule.
    func note(_ words: String) -> String { text.map { "\(words), by the rule \"\($0)\"" } ?? words }
}
