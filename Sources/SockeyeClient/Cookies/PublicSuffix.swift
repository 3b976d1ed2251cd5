#if PublicSuffix
    internal import CNames
#endif

/// Domains under which anybody can register names, and for which nobody may set cookies (RFC 6265bis section 5.1.3): by
/// the list of publicsuffix.org with the trait `PublicSuffix` (libpsl), and in any case every name of a single label.
enum PublicSuffix {
    /// Whether `domain`, in small letters, is one.
    static func contains(_ domain: String) -> Bool {
        if domain.split(separator: ".", omittingEmptySubsequences: true).count < 2 { return true }
        #if PublicSuffix
            return sockeye_name_is_public_suffix(domain) == 1
        #else
            return false
        #endif
    }
}
