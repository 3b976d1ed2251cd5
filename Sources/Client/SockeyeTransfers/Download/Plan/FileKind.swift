/// The kind of a file by its name.
enum FileKind {
    /// Extensions of files that are never web pages, so that a page in place of one is a login or an error.
    private static let endings: Set<String> = [
        "7z", "apk", "avi", "bin", "bz2", "cab", "deb", "dmg", "exe", "flac", "gif", "gz", "img", "iso", "jar", "jpeg",
        "jpg", "lz4", "mkv", "mov", "mp3", "mp4", "msi", "ogg", "pdf", "pkg", "png", "qcow2", "rar", "rpm", "tar",
        "tgz", "vhd", "vmdk", "wav", "webm", "webp", "whl", "xz", "zip", "zst",
    ]

    static func isNoPage(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return endings.contains(name[name.index(after: dot)...].lowercased())
    }
}
