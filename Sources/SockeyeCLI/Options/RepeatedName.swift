/// Finds a name that a list gives to two files, of which the first would be lost.
struct RepeatedName {
    /// More files aren't compared, so that a long list takes no more memory than a short one.
    static let mostFiles = 1 << 16

    /// The name.
    private(set) var name: String?
    /// Whether the list itself says it, with `out=`; otherwise it is the last part of the URLs' paths.
    private(set) var isGiven = false
    /// The line of the second file, if that is known.
    private(set) var line: Int?
    /// The hash of each file's URL, by that of its path: texts would take ten times the memory.
    private var urls: [Int: Int] = [:]

    /// Looks at the next file of the list. The same file may be listed twice.
    mutating func note(_ target: TransferTarget) {
        guard name == nil, urls.count < Self.mostFiles, let url = target.url else { return }
        let (own, isGiven): (Substring?, Bool) =
            if case .file(let own) = target.output { (own[...], true) } else { (RemoteName.segment(of: url), false) }
        guard let own else { return }
        let path = "\(target.folder ?? "")/\(own)"
        let hash = url.hashValue
        guard let other = urls.updateValue(hash, forKey: path.hashValue), other != hash else { return }
        (name, self.isGiven, line) = (String(own), isGiven, target.place?.line)
        urls = [:]
    }
}
