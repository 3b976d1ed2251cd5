internal import Sockeye
internal import SockeyeFields
internal import SockeyeParsers

/// A Metalink 4 document (RFC 5854): files, their URLs and their digests.
enum Metalink {
    /// IANA hash names, strongest first.
    private static let preferred = ["sha-512", "sha-384", "sha-256", "sha-1", "md5"]

    /// The files of a document as targets: the URL with the highest priority first, the others as mirrors.
    static func targets(in bytes: [UInt8]) throws(OptionFault) -> [TransferTarget] {
        let root: XMLElement
        do throws(XMLError) {
            root = try XMLDocument(parsing: bytes).root
        } catch {
            throw .invalid("not a Metalink document: \(error)")
        }
        guard root.name.matches("metalink") else {
            throw .invalid("not a Metalink document: its root is '\(root.name)'")
        }
        var (targets, names) = ([TransferTarget](), RepeatedName())
        for file in root.elements(named: "file") {
            targets.append(try target(file))
            names.note(targets[targets.count - 1])
        }
        if let name = names.name {
            throw .invalid("two files of the Metalink document have the name '\(name)'; folders in names aren't made")
        }
        guard !targets.isEmpty else { throw .invalid("the Metalink document lists no files") }
        return targets
    }

    private static func target(_ file: XMLElement) throws(OptionFault) -> TransferTarget {
        // RFC 5854 section 4.1.2.1: the name must not lead out of the folder. A safe one can't, nor is it that of a resume's record.
        guard let name = file[attribute: "name"].flatMap(FileName.unreserved) else {
            throw .invalid("a file of the Metalink document has no name")
        }
        let places = file.elements(named: "url").enumerated().map { index, element in
            // RFC 5854 section 4.2.16.1: lowest number first; 999999 by default.
            (rank: (element[attribute: "priority"].flatMap { Int($0) } ?? 999_999, index), url: trimmed(element.text))
        }
        let urls = places.sorted { $0.rank < $1.rank }.map(\.url).filter { (try? HTTPURL($0)) != nil }
        guard let first = urls.first else {
            throw .invalid("'\(name)' has no http or https URL in the Metalink document")
        }
        var target = TransferTarget(url: first, output: .file(name), isVerbatim: true)
        target.mirrors = Array(urls.dropFirst())
        target.checksum = try checksum(file, name)
        return target
    }

    private static func checksum(_ file: XMLElement, _ name: String) throws(OptionFault) -> Checksum? {
        let hashes = file.elements(named: "hash")
        for type in preferred {
            guard let hash = hashes.first(where: { $0[attribute: "type"]?.lowercased() == type }) else { continue }
            guard let checksum = Checksum("\(type):\(trimmed(hash.text))") else {
                throw .invalid("'\(name)' has a malformed \(type) in the Metalink document")
            }
            return checksum
        }
        return nil
    }

    private static func trimmed(_ text: String) -> String {
        String(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }
}
