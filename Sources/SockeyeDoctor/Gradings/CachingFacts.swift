internal import HTTPTypes
internal import SockeyeFields

/// What the fields of a response let caches do.
struct CachingFacts: Sendable {
    var fields: HTTPFields

    func grade() -> [Finding] {
        let control = CacheControl(fields)
        let expires = fields[.expires]
        var facts = [Fact("cache_control", fields[values: .cacheControl].joined(separator: ", "))]
        if let expires { facts.append(Fact("expires", expires)) }
        if let vary = fields[.vary] { facts.append(Fact("vary", vary)) }
        if let age = fields.age { facts.append(Fact("age", age)) }
        return [policy(control, expires, facts)] + contradictions(control, expires) + sharing(control)
    }

    /// What holds in the end.
    private func policy(_ control: CacheControl, _ expires: String?, _ facts: [Fact]) -> Finding {
        if control.noStore { return Finding(.caching, .ok, "nothing may be stored (no-store)", facts) }
        let who = control.isPrivate ? "only the user's own cache" : "every cache"
        if control.noCache {
            return Finding(.caching, .ok, "\(who) may store it, but has to ask each time (no-cache)", facts)
        }
        if let age = control.maxAge {
            let words = "\(who) may reuse it for \(Wording.span(age)) (max-age=\(age))"
            if age == 0 {
                return Finding(.caching, .ok, "\(who) may store it, but has to ask each time (max-age=0)", facts)
            }
            return Finding(
                .caching, .ok, words + (control.isImmutable ? ", and never asks meanwhile (immutable)" : ""), facts)
        }
        if let expires {
            guard let end = HTTPDate(parsing: expires) else {
                // RFC 9111 section 5.3: an invalid date, "0" above all, is in the past.
                return Finding(
                    .caching, .note, "Expires is not a date (\(Wording.clipped(expires))), which counts as long ago",
                    advice: "say Cache-Control: no-cache, or no-store, if that is meant", facts)
            }
            return Finding(
                .caching, .note, "\(who) may reuse it until \(end) (Expires)",
                advice: "Cache-Control: max-age=SECONDS doesn't depend on the clocks", facts)
        }
        return Finding(
            .caching, .note, "neither Cache-Control nor Expires decides, so caches guess, usually from Last-Modified",
            advice: "say what is meant: Cache-Control: no-cache, or max-age=SECONDS (RFC 9111 section 4.2.2)", facts)
    }

    private func contradictions(_ control: CacheControl, _ expires: String?) -> [Finding] {
        var findings: [Finding] = []
        if control.noStore, (control.maxAge ?? 0) > 0 || control.isPublic || control.isImmutable {
            findings.append(
                Finding(
                    .caching, .note, "no-store stands beside directives that allow storing; no-store wins",
                    advice: "remove what isn't meant; two layers may each have added their own"))
        }
        if control.isPublic, control.isPrivate {
            findings.append(
                Finding(
                    .caching, .warning, "both public and private are said",
                    advice: "choose one; caches differ in which wins"))
        }
        for value in fields[values: .cacheControl].flatMap({ $0.split(separator: ",") }) {
            let parts = value.split(separator: "=", maxSplits: 1).map { $0.drop { $0 == " " } }
            guard parts.count == 2, ["max-age", "s-maxage"].contains(parts[0].lowercased()),
                DeltaSeconds.parse(parts[1].utf8.filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: " ") }) == nil
            else { continue }
            findings.append(
                Finding(
                    .caching, .warning, "\(parts[0]) is no number: \(Wording.clipped(String(parts[1])))",
                    advice: "it counts as 0; give seconds, in digits only"))
        }
        if let age = fields.age, let most = control.maxAge, age > most, most > 0 {
            findings.append(
                Finding(
                    .caching, .warning,
                    "it came from a cache that should have asked: Age \(age) is more than max-age \(most)",
                    advice: "a cache on the way serves stale responses; look into its settings"))
        }
        if fields[.cacheControl] == nil, expires == nil, let pragma = HTTPField.Name("Pragma"), fields[pragma] != nil {
            findings.append(
                Finding(
                    .caching, .note, "Pragma means nothing in a response",
                    advice: "say Cache-Control: no-cache (RFC 9111 section 5.4)"))
        }
        return findings
    }

    /// What shared caches may hand to others.
    private func sharing(_ control: CacheControl) -> [Finding] {
        var findings: [Finding] = []
        if fields[values: .vary].contains(where: {
            $0.split(separator: ",").contains { $0.filter { $0 != " " } == "*" }
        }) {
            findings.append(
                Finding(
                    .caching, .warning, "Vary: * means that no stored response ever fits",
                    advice: "name the request fields that matter, or say no-store (RFC 9110 section 12.5.5)"))
        }
        let isShared = !control.noStore && !control.isPrivate && !control.noCache
        if isShared, (control.maxAge ?? 0) > 0, fields[.setCookie] != nil {
            findings.append(
                Finding(
                    .caching, .warning,
                    "it sets a cookie and may be stored by shared caches, which may hand it to others",
                    advice: "say private or no-store where cookies are set"))
        }
        return findings
    }
}
