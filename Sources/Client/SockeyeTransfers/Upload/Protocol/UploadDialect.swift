internal import HTTPTypes
internal import SockeyeDigest

/// What a server supports, according to its response to OPTIONS.
enum UploadDialect: Sendable, Hashable {
    /// tus, with these extensions, limits and checksums.
    case tus(extensions: Set<String>, maxSize: Int64?, checksums: [String])
    /// The draft, with its limits.
    case draft(UploadLimits?)
    /// Neither, as far as it says. It may still support the draft.
    case unknown

    init(_ answer: UploadAnswer) {
        guard (200...299).contains(answer.status) else {
            self = .unknown
            return
        }
        let fields = answer.fields
        // Prefer the coming standard if the server supports both.
        let patches = Self.list(fields[.acceptPatch]).map { $0.prefix { $0 != ";" } }
        if patches.contains("application/partial-upload") {
            self = .draft(fields[.uploadLimit].flatMap { UploadLimits(parsing: $0) })
        } else if Self.list(fields[.tusVersion]).contains(TusUpload.version)
            || fields[.tusResumable] == TusUpload.version
        {
            self = .tus(
                extensions: Set(Self.list(fields[.tusExtension])),
                maxSize: fields[.tusMaxSize].flatMap { UploadFieldText.integer($0) },
                checksums: Self.list(fields[.tusChecksumAlgorithm]))
        } else {
            self = .unknown
        }
    }

    /// The best checksum that both sides support.
    var checksum: Digest.Algorithm? {
        guard case .tus(let extensions, _, let names) = self, extensions.contains("checksum") else { return nil }
        let best: [(String, Digest.Algorithm)] = [("sha256", .sha256), ("sha1", .sha1), ("md5", .md5)]
        return best.first { names.contains($0.0) }?.1
    }

    private static func list(_ text: String?) -> [String] {
        (text ?? "").split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
    }
}

extension Digest.Algorithm {
    /// The name in tus.
    var tusName: String {
        switch self {
        case .sha1: "sha1"
        case .md5: "md5"
        default: "sha256"
        }
    }
}
