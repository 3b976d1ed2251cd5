/// The list of `--input-file`.
enum InputList {
    /// The URLs of a list and where they go.
    ///
    /// A line holds one URL; where aria2 takes several, separated by tabs, they would be mirrors of one file, and are
    /// refused here. Indented lines hold options of the URL before them, of which `out=NAME` is known.
    static func targets(in text: String) throws(OptionFault) -> [TransferTarget] {
        var targets: [TransferTarget] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let word = line.drop { $0 == " " || $0 == "\t" }
            if word.isEmpty || word.first == "#" { continue }
            let isIndented = word.startIndex != line.startIndex
            if !isIndented {
                if word.contains("\t") { throw .invalid("'\(word)' holds several URLs; write one a line") }
                let end = word.lastIndex { $0 != " " } ?? word.startIndex
                targets.append(TransferTarget(url: String(word[...end]), output: .remoteName, isVerbatim: true))
            } else if word.hasPrefix("out="), !targets.isEmpty {
                targets[targets.count - 1].output = .file(String(word.dropFirst(4)))
            } else {
                throw .invalid("'\(word)' is an option that is not known in a list; only out=NAME is")
            }
        }
        return targets
    }
}
