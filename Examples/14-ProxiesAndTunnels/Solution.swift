import Sockeye

extension ProxiesAndTunnels {
    // snippet.solution
    /// The fields that a proxy sends on (RFC 9110 section 7.6.1).
    static func forwarded(_ fields: [(name: String, value: String)]) -> [(name: String, value: String)] {
        // For this hop: these by themselves, and whatever Connection names.
        var dropped: Set = [
            "connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade",
            "proxy-authorization",
        ]
        for field in fields where field.name.lowercased() == "connection" {
            for member in field.value.lowercased().split(separator: ",") {
                let name = member.drop { $0 == " " }.prefix { $0 != " " }
                // The end of the message and its host are nobody's to take away.
                if name != "content-length", name != "host" { dropped.insert(String(name)) }
            }
        }
        return fields.filter { !dropped.contains($0.name.lowercased()) }
    }

    static func solution() async throws {
        let requests: [[(name: String, value: String)]] = [
            [("Host", "shop.example"), ("Connection", "keep-alive"), ("Cookie", "session=1234")],
            [("Host", "shop.example"), ("Connection", "X-Trace, close"), ("X-Trace", "7"), ("Accept", "*/*")],
            [("Host", "shop.example"), ("Proxy-Authorization", "Basic bWU6c2VjcmV0"), ("TE", "trailers")],
            [("Host", "shop.example"), ("Connection", "Content-Length"), ("Content-Length", "10")],
        ]
        for request in requests {
            print(request.map { "\($0.name): \($0.value)" }.joined(separator: "; "))
            print("   → \(forwarded(request).map { "\($0.name): \($0.value)" }.joined(separator: "; "))")
        }
    }
    // snippet.end
}
