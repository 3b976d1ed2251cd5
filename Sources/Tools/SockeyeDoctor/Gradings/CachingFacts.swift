internal import HTTPTypes
internal import SockeyeFields

/// What a response's fields allow caches to do.
struct CachingFacts: Sendable {
    var fields: HTTPFields
    var status = 200
    /// When the response arrived, used if it has no Date.
    var received: HTTPDate?
    /// Whether the request had Authorization.
    var isOfLogin = false

    func grade() -> [Finding] {
        let control = CacheControl(fields)
        let expires = fields[.expires]
        var facts = [Fact("cache_control", fields[values: .cacheControl].joined(separator: ", "))]
        if let expires { facts.append(Fact("expires", expires)) }
        if let vary = fields[.vary] { facts.append(Fact("vary", vary)) }
        if let age = fields.age { facts.append(Fact("age", age)) }
        return [policy(control, expires, facts)] + contradictions(control, expires) + sharing(control)
    }

    /// The resulting policy.
    private func policy(_ control: CacheControl, _ expires: String?, _ facts: [Fact]) -> Finding {
        if control.noStore { return Finding(.caching, .ok, "nothing may be stored (no-store)", facts) }
        let who = isUnshared(control) ? "only a private cache" : "every cache"
        if control.noCache {
            return Finding(.caching, .ok, "\(who) may store it, but must revalidate each time (no-cache)", facts)
        }
        guard !control.isPrivate, let shared = sharedAge else { return policy(who, control, expires, facts) }
        // RFC 9111 section 5.2.2.10: s-maxage overrides max-age and Expires for shared caches.
        let text =
            shared == 0
            ? "shared caches must revalidate each time (s-maxage=0)"
            : "shared caches may reuse it for \(Wording.span(shared)) (s-maxage=\(shared))"
        if control.maxAge == nil, expires == nil {
            return Finding(
                .caching, .note,
                "\(text), but private caches are given no lifetime" + (isGuessed ? ", so they guess" : ""),
                advice: "send max-age=SECONDS too (RFC 9111 section 4.2.2)", facts)
        }
        var finding = policy("a private cache", control, expires, facts)
        finding.text += "; \(text)"
        return finding
    }

    /// The policy for caches that ignore s-maxage.
    private func policy(_ who: String, _ control: CacheControl, _ expires: String?, _ facts: [Fact]) -> Finding {
        if let age = control.maxAge {
            let words = "\(who) may reuse it for \(Wording.span(age)) (max-age=\(age))"
            if age == 0 {
                return Finding(.caching, .ok, "\(who) may store it, but must revalidate each time (max-age=0)", facts)
            }
            return Finding(
                .caching, .ok, words + (control.isImmutable ? ", without revalidation (immutable)" : ""), facts)
        }
        if let expires {
            guard let end = HTTPDate(parsing: expires) else {
                // RFC 9111 section 5.3: an invalid date, especially "0", means the past.
                return Finding(
                    .caching, .note, "Expires is not a date (\(Wording.clipped(expires))), so it counts as expired",
                    advice: "send Cache-Control: no-cache, or no-store, if that is intended", facts)
            }
            // RFC 9111 section 4.2.1: Expires minus Date.
            if let begin = fields[.date].flatMap({ HTTPDate(parsing: $0) }) ?? received,
                end.secondsSinceEpoch <= begin.secondsSinceEpoch
            {
                return Finding(
                    .caching, .note,
                    "it is stale from the start, so \(who) must revalidate each time (Expires: \(end))",
                    advice: "send Cache-Control: no-cache, or no-store, if that is intended", facts)
            }
            return Finding(
                .caching, .note, "\(who) may reuse it until \(end) (Expires)",
                advice: "Cache-Control: max-age=SECONDS doesn't depend on the clocks", facts)
        }
        guard isGuessed else {
            return Finding(
                .caching, .ok,
                "no cache may reuse it without revalidation: a \(status) needs Cache-Control or Expires",
                facts)
        }
        let isDated = fields[.lastModified].flatMap { HTTPDate(parsing: $0) } != nil
        return Finding(
            .caching, .note,
            "neither Cache-Control nor Expires decides, so \(isUnshared(control) ? "private caches" : "caches") guess"
                + (isDated ? " from Last-Modified" : "; without Last-Modified, few reuse it"),
            advice: "state the intent: Cache-Control: no-cache, or max-age=SECONDS (RFC 9111 section 4.2.2)", facts)
    }

    /// Whether shared caches may not reuse it: to the answer to a login, one of three directives must admit them (RFC 9111
    /// section 3.5).
    private func isUnshared(_ control: CacheControl) -> Bool {
        let admitsShared = control.isPublic || control.mustRevalidate || sharedAge != nil
        return control.isPrivate || isOfLogin && !admitsShared
    }

    /// Whether caches may use a heuristic freshness lifetime (RFC 9111 section 4.2.2).
    private var isGuessed: Bool {
        // RFC 9110 section 15.1.
        let statuses: Set = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]
        return statuses.contains(status) || CacheControl(fields).isPublic
    }

    /// The s-maxage in seconds; as for other directives, 0 if it isn't a number.
    private var sharedAge: Int64? {
        directives.first { $0.name.lowercased() == "s-maxage" }.map { Self.seconds($0.argument ?? "") ?? 0 }
    }

    /// The members of Cache-Control as text.
    private var directives: [(name: Substring, argument: Substring?)] {
        fields[values: .cacheControl].flatMap { $0.split(separator: ",") }.map { member in
            let parts = member.split(separator: "=", maxSplits: 1).map { $0.drop { $0 == " " || $0 == "\t" } }
            let name = parts.first?.prefix { $0 != " " && $0 != "\t" }
            return (name ?? "", parts.count == 2 ? parts[1] : nil)
        }
    }

    private static func seconds(_ argument: Substring) -> Int64? {
        DeltaSeconds.parse(argument.utf8.filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: " ") })
    }

    private func contradictions(_ control: CacheControl, _ expires: String?) -> [Finding] {
        var findings: [Finding] = []
        if control.noStore, (control.maxAge ?? sharedAge ?? 0) > 0 || control.isPublic || control.isImmutable {
            findings.add(
                .caching, .note, "no-store is combined with directives that allow storing; no-store wins",
                advice: "remove the unintended ones; two layers may each have added theirs")
        }
        if control.isPublic, control.isPrivate {
            findings.add(
                .caching, .warning, "both public and private are set",
                advice: "choose one; caches differ in which wins")
        }
        for (name, argument) in directives {
            guard let argument, ["max-age", "s-maxage"].contains(name.lowercased()), Self.seconds(argument) == nil
            else { continue }
            findings.add(
                .caching, .warning, "\(name) isn't a number: \(Wording.clipped(String(argument)))",
                advice: "it counts as 0; give seconds, in digits only")
        }
        // Age comes from a shared cache, unless none may store the response.
        let shared = control.isPrivate ? nil : sharedAge
        if let age = fields.age, let most = shared ?? control.maxAge, age > most, most > 0 {
            findings.add(
                .caching, .warning,
                "it came from a cache that should have revalidated: Age \(age) exceeds "
                    + "\(shared == nil ? "max-age" : "s-maxage") \(most)",
                advice: "a cache on the way serves stale responses; check its settings")
        }
        if fields[.cacheControl] == nil, expires == nil, let pragma = HTTPField.Name("Pragma"), fields[pragma] != nil {
            findings.add(
                .caching, .note, "Pragma has no meaning in a response",
                advice: "send Cache-Control: no-cache (RFC 9111 section 5.4)")
        }
        return findings
    }

    /// Checks whether shared caches may serve personal data to others.
    private func sharing(_ control: CacheControl) -> [Finding] {
        var findings: [Finding] = []
        if fields[values: .vary].contains(where: {
            $0.split(separator: ",").contains { $0.filter { $0 != " " } == "*" }
        }) {
            findings.add(
                .caching, .warning, "Vary: * means that no stored response ever matches",
                advice: "name the request fields that matter, or send no-store (RFC 9110 section 12.5.5)")
        }
        let isShared = !control.noStore && !isUnshared(control) && !control.noCache
        if isShared, (sharedAge ?? control.maxAge ?? 0) > 0, fields[.setCookie] != nil {
            findings.add(
                .caching, .warning,
                "it sets a cookie, but shared caches may store it and serve it to others",
                advice: "send private or no-store with cookies")
        }
        return findings
    }
}
