internal import CSystemShims

/// The libraries that this system has of those that the build can use, with their versions, such as `OpenSSL/3.0.19`.
///
/// - Complexity: it loads them all.
public func libraryVersions() -> [String] {
    var versions: [String] = []
    for index in Int32(0)... {
        // SAFETY: the call writes no more than the capacity, and a NUL after what it wrote.
        let version = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text -> String? in
            guard let start = text.baseAddress else { return nil }
            let length = sockeye_library_version(index, start, text.count)
            return length < 0 ? nil : length == 0 ? "" : String(cString: start)
        }
        guard let version else { break }
        if !version.isEmpty { versions.append(version) }
    }
    return versions
}
