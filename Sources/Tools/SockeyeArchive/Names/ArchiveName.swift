/// The default destination of an archive: its name without the suffix of the format.
enum ArchiveName {
    private static let suffixes = [
        ".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst", ".tar.lz4", ".tar.lz", ".tar.lzma", ".tar.z", ".tgz", ".tbz2",
        ".tbz",
        ".txz", ".tzst", ".tlz", ".taz", ".tar", ".zip", ".jar", ".war", ".whl", ".apk", ".ipa", ".epub", ".crx",
        ".xpi",
    ]

    /// The path of the folder beside the archive. A name without such a suffix gets `.extracted`, so that it differs from the
    /// archive's.
    static func folder(for path: String) -> String {
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let name = path[start...].lowercased()
        for suffix in suffixes where name.hasSuffix(suffix) && name.utf8.count > suffix.utf8.count {
            let stem = name.dropLast(suffix.count)
            if stem != ".", stem != ".." { return String(path.dropLast(suffix.count)) }
        }
        return path + ".extracted"
    }
}
