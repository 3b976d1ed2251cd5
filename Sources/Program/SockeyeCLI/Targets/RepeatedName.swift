/// Finds two files of a list that would be written under one name, so that the first would be lost.
struct RepeatedName {
    /// What names the files besides the list. It may come after the list on the command line.
    struct Naming: Equatable, Sendable {
        /// `--output-dir`.
        var folder: String?
        /// `-J`: responses name the files that the list doesn't.
        var usesServerName = false
    }

    /// More files aren't compared, so that a long list takes no more memory than a short one. The manual tells the number.
    static let fileLimit = 1 << 16

    /// The name.
    private(set) var name: String?
    /// The line of the second file, if that is known.
    private(set) var line: Int?
    /// Whether another folder could make a difference: some paths don't begin in it.
    private var hasOtherFolders = false
    private let naming: Naming
    /// The hash of each file's URL, by that of its path: texts would take ten times the memory.
    private var urls: [Int: Int] = [:]

    init(_ naming: Naming = Naming()) { self.naming = naming }

    /// Whether it would have found the same with another naming.
    func holds(for other: Naming) -> Bool {
        (naming.folder == other.folder || !hasOtherFolders) && naming.usesServerName == other.usesServerName
    }

    /// Looks at the next file of the list. The same file may be listed twice.
    mutating func note(_ target: TransferTarget) {
        guard name == nil, urls.count < Self.fileLimit, let url = target.url else { return }
        if naming.usesServerName, target.output == .remoteName, !TransferTarget.isFileURL(url) { return }
        // Without a name it fails by itself.
        guard let path = (try? target.path(named: url, in: target.folder ?? naming.folder)) ?? nil else { return }
        if target.folder != nil || path.hasPrefix("/") { hasOtherFolders = true }
        let hash = url.hashValue
        guard let other = urls.updateValue(hash, forKey: OutputFolder.normalized(path).hashValue), other != hash else {
            return
        }
        (name, line) = (path, target.place?.line)
        urls = [:]
    }
}
