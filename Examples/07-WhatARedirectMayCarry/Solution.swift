import Sockeye

extension WhatARedirectMayCarry {
    // snippet.solution
    /// What the next request looks like. No network: a rule that can be tested as a table.
    struct NextRequest {
        var method: String
        var keepsBody: Bool
        var keepsSecrets: Bool

        /// `nil` if the redirect may not be followed.
        init?(method: String, status: Int, from: HTTPURL, to: HTTPURL) {
            // Never from https to http: anybody on the way could read everything.
            if from.isSecure, !to.isSecure { return nil }
            // RFC 9110 section 15.4: 303 means GET; after 301 and 302 everybody makes POST a GET; 307 and 308 keep it.
            let becomesGet =
                status == 303 ? method != "HEAD" : (status == 301 || status == 302) && method == "POST"
            self.method = becomesGet ? "GET" : method
            keepsBody = !becomesGet
            keepsSecrets = from.hasSameOrigin(as: to)
        }
    }

    static func solution() async throws {
        let from = try HTTPURL("https://shop.example/cart")
        let rows: [(method: String, status: Int, location: String)] = [
            ("GET", 301, "/basket"), ("POST", 302, "/basket"), ("POST", 307, "/basket"), ("PUT", 302, "/basket"),
            ("HEAD", 303, "/basket"), ("GET", 302, "https://shop.example:8443/"),
            ("GET", 302, "https://cdn.shop.example/"), ("GET", 302, "http://shop.example/"),
        ]
        for row in rows {
            let to = try from.resolving(row.location)
            let next = NextRequest(method: row.method, status: row.status, from: from, to: to)
            let verdict = next.map { next in
                "\(next.method)\(next.keepsBody ? "" : " without body")\(next.keepsSecrets ? "" : ", no secrets")"
            }
            print("\(row.method) \(row.status) to \(to): \(verdict ?? "not followed")")
        }
    }
    // snippet.end
}
