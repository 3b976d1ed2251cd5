#if IDN
    internal import CHostNames
#endif

/// Host names outside ASCII, which go to the resolver and into Host as Punycode (URL Standard section 3.5, "domain to
/// ASCII"), with the trait `IDN`, by libidn2. Without the trait or the library they are refused.
enum InternationalHost {
    /// The ASCII form of a name, in lowercase; `nil` if there is none.
    static func ascii(_ host: String) -> ArraySlice<UInt8>? {
        #if IDN
            // RFC 1035 section 2.3.4: a name has at most 255 bytes.
            var output = [CChar](repeating: 0, count: 256)
            let count = sockeye_host_name_to_ascii(host, &output, output.count)
            guard count > 0, count <= output.count else { return nil }
            return output[..<count].map(UInt8.init(bitPattern:))[...]
        #else
            return nil
        #endif
    }
}
