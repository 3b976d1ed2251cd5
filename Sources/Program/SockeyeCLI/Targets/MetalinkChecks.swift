internal import Sockeye
internal import SockeyeDigest
internal import SockeyeParsers

/// What a Metalink document says a file must be: its digests, those of its pieces, its size.
///
/// What is malformed, or contradicts itself, is refused: it is no promise that could be kept. What isn't known is told.
struct MetalinkChecks {
    /// The digests, strongest first.
    private static let preferred: [Digest.Algorithm] = [.sha512, .sha384, .sha512_256, .sha256, .sha224, .sha1, .md5]
    /// More pieces of one file are refused: 64 MiB of digests.
    private static let pieceLimit = 1 << 20

    private let name: String
    private var checksums: [Checksum] = []
    private var pieceLists: [PieceDigests] = []
    /// The length of the file.
    private(set) var size: Int64?
    /// The checks that aren't made.
    private(set) var warnings: [String] = []

    init(_ name: String) { self.name = name }

    /// The strongest digest.
    var checksum: Checksum? { Self.preferred.lazy.compactMap { [checksums] in Self.first($0, checksums) }.first }
    /// The pieces with the strongest digests.
    var pieces: PieceDigests? {
        Self.preferred.lazy.compactMap { [pieceLists] algorithm in pieceLists.first { $0.algorithm == algorithm } }
            .first
    }

    private static func first(_ algorithm: Digest.Algorithm, _ checksums: [Checksum]) -> Checksum? {
        checksums.first { $0.algorithm == algorithm }
    }

    /// Takes the checks that are children of `element`.
    mutating func take(_ element: XMLElement) throws(OptionFault) {
        for hash in element.ownElements(named: "hash") {
            guard let algorithm = try algorithm(of: hash, "digest") else { continue }
            guard let checksum = Checksum("\(algorithm.rawValue):\(hash.trimmedText)") else {
                throw malformed(algorithm.rawValue)
            }
            if let other = Self.first(algorithm, checksums), other != checksum {
                throw contradiction(algorithm.rawValue)
            }
            checksums.append(checksum)
        }
        for list in element.ownElements(named: "pieces") {
            guard let algorithm = try algorithm(of: list, "digests of pieces") else { continue }
            let pieces = try pieces(list, algorithm)
            if pieceLists.contains(where: { $0.algorithm == algorithm && $0 != pieces }) {
                throw contradiction("pieces")
            }
            pieceLists.append(pieces)
        }
        for signature in element.ownElements(named: "signature") {
            warn(signature[attribute: "mediatype"] ?? signature[attribute: "type"] ?? "", "signature")
        }
    }

    /// Takes the sizes, which are one; then pieces must fit it.
    mutating func takeSizes(_ elements: [XMLElement]) throws(OptionFault) {
        for element in elements {
            let text = element.trimmedText
            guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text) else {
                throw malformed("size")
            }
            if let size, size != number { throw contradiction("size") }
            size = number
        }
        if let size, !pieceLists.allSatisfy({ $0.fit(length: size) }) { throw contradiction("size and pieces") }
    }

    /// The known algorithm of a check; `nil` after a warning if there is none.
    private mutating func algorithm(of element: XMLElement, _ what: String) throws(OptionFault) -> Digest.Algorithm? {
        let type = element[attribute: "type"] ?? ""
        if let algorithm = Digest.Algorithm(name: type) { return algorithm }
        warn(type, what)
        return nil
    }

    private func pieces(_ list: XMLElement, _ algorithm: Digest.Algorithm) throws(OptionFault) -> PieceDigests {
        let hashes = list.ownElements(named: "hash")
        guard let length = list[attribute: "length"].flatMap({ Int64($0) }), hashes.count <= Self.pieceLimit else {
            throw malformed("pieces")
        }
        var values = [[UInt8]](repeating: [], count: hashes.count)
        for (index, hash) in hashes.enumerated() {
            // In version 3 each says which it is.
            let place = hash[attribute: "piece"].map { Int($0) ?? -1 } ?? index
            guard values.indices.contains(place), values[place].isEmpty, let value = Hex.decode(hash.trimmedText) else {
                throw malformed("pieces")
            }
            values[place] = value
        }
        guard let pieces = PieceDigests(algorithm, pieceBytes: length, values) else { throw malformed("pieces") }
        return pieces
    }

    private mutating func warn(_ type: String, _ what: String) {
        warnings.append(
            "the Metalink document's \(what) of '\(name)' (\(type.isEmpty ? "without a type" : type)) isn't checked: it is of an "
                + "unknown kind")
    }

    private func malformed(_ what: String) -> OptionFault {
        .invalid("'\(name)' has a malformed \(what) in the Metalink document")
    }

    private func contradiction(_ what: String) -> OptionFault {
        .invalid("'\(name)' has a \(what) in the Metalink document that contradicts another one")
    }
}

extension XMLElement {
    /// The text without line ends and spaces around it.
    var trimmedText: String { String(text.split(whereSeparator: \.isWhitespace).joined(separator: " ")) }
}
