/// The program's name and version.
enum ProgramVersion {
    /// The version of this program.
    static let number = "0.1.0"

    /// The default User-Agent, which `-A` replaces.
    static let userAgent = "sockeye/\(number)"

    /// `--version`.
    ///
    /// - Parameter libraries: the libraries that can be used, with their versions, such as `OpenSSL/3.0.22`.
    static func text(libraries: [String]) -> String {
        let names = (["sockeye \(number) (\(platform))"] + libraries).joined(separator: " ")
        return """
            \(names)
            Protocols: file http https ws wss
            Features: \(features.joined(separator: " "))

            """
    }

    /// In curl's spelling and order.
    private static var features: [String] {
        var features: [String] = []
        #if Brotli
            features.append("brotli")
        #endif
        features += ["HSTS", "HTTPS-proxy"]
        #if IDN
            features.append("IDN")
        #endif
        features += ["IPv6", "Largefile", "libz"]
        #if PublicSuffix
            features.append("PSL")
        #endif
        features += ["SSL", "threadsafe", "UnixSockets"]
        #if Zstd
            features.append("zstd")
        #endif
        return features
    }

    private static var platform: String {
        #if arch(x86_64)
            let machine = "x86_64"
        #elseif arch(arm64)
            let machine = "aarch64"
        #else
            let machine = "unknown"
        #endif
        return machine + "-linux"
    }
}
