#if PublicSuffix
    internal import CHostNames
#endif

/// Domains under which anybody can register names, and for which nobody may set cookies (RFC 6265bis section 5.1.3): by
/// the list of publicsuffix.org with the trait `PublicSuffix` (libpsl), and in any case every name of a single label.
package enum PublicSuffix {
    /// Whether `domain`, in small letters, is one; `nil` when there is no list to say so.
    package static func contains(_ domain: String) -> Bool? {
        // A dot at the end marks a name as complete, and is no part of it; the list has none.
        let name = domain.hasSuffix(".") ? String(domain.dropLast()) : domain
        if name.split(separator: ".", omittingEmptySubsequences: true).count < 2 { return true }
        return listed(name)
    }

    /// Whether there is a list.
    static var isKnown: Bool { listed("com") != nil }

    private static func listed(_ name: String) -> Bool? {
        #if PublicSuffix
            let answer = sockeye_host_name_is_public_suffix(name)
            return answer < 0 ? nil : answer == 1
        #else
            return nil
        #endif
    }
}
