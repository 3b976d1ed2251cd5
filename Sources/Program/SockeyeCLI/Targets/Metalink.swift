internal import Sockeye
internal import SockeyeFields
internal import SockeyeParsers

/// A Metalink document: files, their URLs, and what they must be. Version 4 is RFC 5854; version 3, which mirror lists of Fedora
/// and openSUSE are written in, has the same under other names.
///
/// | | version 4 | version 3 |
/// |---|---|---|
/// | files | `file` | `files/file` |
/// | digests | `hash`, `pieces` | `verification/hash`, `verification/pieces` |
/// | URLs | `url`, lowest `priority` first | `resources/url`, highest `preference` first |
struct Metalink {
    /// The files: the best URL of each, the others as mirrors.
    private(set) var targets: [TransferTarget] = []
    /// What the document has files checked by that can't be checked here.
    private(set) var warnings: [String] = []

    init(_ bytes: [UInt8]) throws(OptionFault) {
        let root: XMLElement
        do throws(XMLError) {
            root = try XMLDocument(parsing: bytes).root
        } catch {
            throw .invalid("not a Metalink document: \(error)")
        }
        guard root.name.matches("metalink") else {
            throw .invalid("not a Metalink document: its root is '\(root.name)'")
        }
        var names = RepeatedName()
        for file in root.ownElements(named: "file")
            + root.ownElements(named: "files").flatMap({ $0.ownElements(named: "file") })
        {
            let target = try target(file)
            targets.append(target)
            names.note(target)
        }
        if let name = names.name {
            throw .invalid("two files of the Metalink document have the name '\(name)'; folders in names aren't made")
        }
        guard !targets.isEmpty else { throw .invalid("the Metalink document lists no files") }
    }

    private mutating func target(_ file: XMLElement) throws(OptionFault) -> TransferTarget {
        // RFC 5854 section 4.1.2.1: the name must not lead out of the folder. A safe one can't, nor is it that of a resume's record.
        guard let name = file[attribute: "name"].flatMap(FileName.unreserved) else {
            throw .invalid("a file of the Metalink document has no name")
        }
        let urls = Self.urls(file)
        guard let first = urls.first else {
            throw .invalid("'\(name)' has no http or https URL in the Metalink document")
        }
        var target = TransferTarget(url: first, output: .file(name), isVerbatim: true)
        target.isNamedByOthers = true
        target.mirrors = Array(urls.dropFirst())
        var checks = MetalinkChecks(name)
        for place in [file] + file.ownElements(named: "verification") { try checks.take(place) }
        try checks.takeSizes(file.ownElements(named: "size"))
        (target.checksum, target.pieces, target.expectedBytes) = (checks.checksum, checks.pieces, checks.size)
        warnings += checks.warnings
        return target
    }

    /// The URLs that can be fetched, the best one first.
    private static func urls(_ file: XMLElement) -> [String] {
        let places = file.ownElements(named: "url").map { element in
            // RFC 5854 section 4.2.16.1: lowest number first; 999999 by default.
            (rank: number(element[attribute: "priority"]) ?? 999_999, element)
        }
        let older = file.ownElements(named: "resources").flatMap { $0.ownElements(named: "url") }.filter { element in
            // A torrent has an http URL too.
            element[attribute: "type"].map { ["http", "https"].contains($0.lowercased()) } ?? true
        }.map { element in
            // From 100 down.
            (rank: -(number(element[attribute: "preference"]) ?? 0), element)
        }
        return (places + older).enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .map { $0.element.1.trimmedText }.filter { (try? HTTPURL($0)) != nil }
    }

    /// A number small enough to be negated.
    private static func number(_ text: String?) -> Int? { text.flatMap { Int32($0) }.map { Int($0) } }
}

extension XMLElement {
    /// The children of this name in the element's own namespace. Those of others extend the document, and say nothing about a file
    /// (RFC 5854 section 5).
    func ownElements(named name: String) -> [XMLElement] {
        elements(named: name).filter { $0.name.namespace == self.name.namespace }
    }
}
