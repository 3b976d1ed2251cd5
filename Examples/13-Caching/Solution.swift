import Sockeye
import SockeyeFields

extension Caching {
    // snippet.solution
    /// For how many seconds a response may be used, and what says so (RFC 9111 sections 4.2.1 and 4.2.2).
    static func lifetime(of fields: HTTPFields) -> (seconds: Int64, by: String) {
        if let seconds = fields.maxAge { return (Int64(seconds), "max-age") }
        let date = fields[.date].flatMap { HTTPDate(parsing: $0)?.secondsSinceEpoch }
        if let text = fields[.expires] {
            // `0` and other text that is no date mean "already stale" (section 5.3).
            guard let date, let end = HTTPDate(parsing: text)?.secondsSinceEpoch else { return (0, "Expires") }
            return (max(0, end - date), "Expires")
        }
        if let date, let changed = fields[.lastModified].flatMap({ HTTPDate(parsing: $0)?.secondsSinceEpoch }) {
            return (max(0, date - changed) / 10, "a guess")
        }
        return (0, "nothing")
    }

    static func solution() async throws {
        let noon = "Sun, 06 Nov 1994 12:00:00 GMT"
        let rows: [HTTPFields] = [
            [.date: noon, .cacheControl: "max-age=60", .expires: "Sun, 06 Nov 1994 13:00:00 GMT"],
            [.date: noon, .expires: "Sun, 06 Nov 1994 13:00:00 GMT"],
            [.date: noon, .expires: "0", .lastModified: "Sat, 05 Nov 1994 12:00:00 GMT"],
            [.date: noon, .lastModified: "Sat, 05 Nov 1994 12:00:00 GMT"],
            [.date: noon],
        ]
        for fields in rows {
            let names = fields.map(\.name.rawName).joined(separator: ", ")
            let (seconds, by) = lifetime(of: fields)
            print("\(names): \(seconds) s, by \(by)")
        }
    }
    // snippet.end
}
