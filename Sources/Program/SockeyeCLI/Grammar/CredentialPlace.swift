/// The argument of `--user-from` and related options: where users and passwords are kept.
enum CredentialPlace: Hashable, Sendable {
    /// `netrc:FILE`.
    case netrc(String)
    /// `file:PATH`: an encrypted file.
    case file(String)
    /// `desktop`: the Secret Service.
    case desktop

    init(_ text: String) throws(OptionFault) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts.count == 2 ? String(parts[1]) : ""
        switch (parts.first, path.isEmpty) {
        case ("netrc", false): self = .netrc(path)
        case ("file", false): self = .file(path)
        case ("desktop", _) where parts.count == 1: self = .desktop
        default: throw .invalid("expected netrc:FILE, file:PATH or desktop")
        }
    }

    /// As the option names it.
    var text: String {
        switch self {
        case .netrc(let path): "netrc:\(path)"
        case .file(let path): "file:\(path)"
        case .desktop: "desktop"
        }
    }
}
