#if PublicSuffix
    internal import CHostNames
#endif

/// Domains under which anybody can register names, and which therefore can't have cookies (RFC 6265bis section 5.1.3):
/// the list of publicsuffix.org with the trait `PublicSuffix` (libpsl), and always every single-label name.
enum PublicSuffix {
    /// Whether `domain`, in lowercase, is a public suffix; `nil` if there is no list.
    static func contains(_ domain: String) -> Bool? {
        // A trailing dot marks a name as fully qualified; the list omits it.
        let name = domain.hasSuffix(".") ? String(domain.dropLast()) : domain
        if name.split(separator: ".", omittingEmptySubsequences: true).count < 2 { return true }
        return listed(name)
    }

    /// Whether a list is available.
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
