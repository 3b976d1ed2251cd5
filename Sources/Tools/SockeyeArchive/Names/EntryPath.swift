/// The path of an entry as names relative to the folder. Names are octets.
///
/// Everything that some system would resolve outside the folder is refused: absolute paths, also with a Windows drive, `..`, and
/// `..` between backslashes. Other colons are ordinary octets.
struct EntryPath: Equatable, Sendable {
    /// The names from the folder down; empty for the folder itself.
    var names: [[UInt8]]
    /// The last name; empty for the folder itself.
    var name: [UInt8] { names.last ?? [] }

    init(_ octets: [UInt8], limits: ExtractionLimits) throws(ArchiveError) {
        if octets.isEmpty { throw .unsafeName(octets, reason: "is empty") }
        if octets.count > limits.pathLimit {
            throw .limitExceeded("pathLimit", Int64(limits.pathLimit))
        }
        if octets.first == UInt8(ascii: "/") { throw .unsafeName(octets, reason: "is absolute") }
        if octets.first == UInt8(ascii: "\\") { throw .unsafeName(octets, reason: "begins with a backslash") }
        if Self.namesDrive(octets) { throw .unsafeName(octets, reason: "is absolute, on a drive of Windows") }
        if octets.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw .unsafeName(octets, reason: "contains a control character")
        }
        let isSeparator = { (byte: UInt8) in byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }
        for part in octets.split(whereSeparator: isSeparator) where part.elementsEqual("..".utf8) {
            throw .unsafeName(octets, reason: "points outside the folder")
        }
        names = octets.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }.map(Array.init)
        if names.count > limits.depthLimit { throw .limitExceeded("depthLimit", Int64(limits.depthLimit)) }
        for name in names {
            if name.count > limits.nameLimit {
                throw .limitExceeded("nameLimit", Int64(limits.nameLimit))
            }
        }
    }

    /// Whether it begins with a drive, such as `C:\` or `C:/`.
    private static func namesDrive(_ octets: [UInt8]) -> Bool {
        guard octets.count >= 3, octets[1] == UInt8(ascii: ":"),
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= octets[0] | 0x20
        else { return false }
        return octets[2] == UInt8(ascii: "/") || octets[2] == UInt8(ascii: "\\")
    }
}

/// The target of a symbolic link.
struct LinkTarget: Equatable, Sendable {
    /// Whether it points to the folder itself, so that it may depend on where the folder is.
    var reachesTop: Bool

    /// Checks the target of a link at `path`.
    ///
    /// `..` is allowed only at the start, and not beyond the folder. There it starts from a real folder; after a name, which
    /// could be another link, `..` would start from that link's target.
    init(_ octets: [UInt8], of path: EntryPath, limits: ExtractionLimits) throws(ArchiveError) {
        let name = path.names.octets
        if octets.isEmpty { throw .refused(name, reason: "is a link with an empty target") }
        if octets.count > limits.pathLimit {
            throw .limitExceeded("pathLimit", Int64(limits.pathLimit))
        }
        if octets.first == UInt8(ascii: "/") {
            throw .refused(name, reason: "is a link that points outside the folder")
        }
        if octets.contains(0) { throw .refused(name, reason: "is a link to an invalid name") }
        var room = path.names.count - 1
        var hasName = false
        reachesTop = false
        for part in octets.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(".".utf8) {
            if part.elementsEqual("..".utf8) {
                room -= 1
                if hasName || room < 0 { throw .refused(name, reason: "is a link that may point outside the folder") }
                if room == 0 { reachesTop = true }
            } else {
                hasName = true
            }
        }
        if path.names.count == 1, !hasName { reachesTop = true }
    }
}

extension Sequence<[UInt8]> {
    /// The names with slashes between them.
    var octets: [UInt8] { Array(joined(separator: [UInt8(ascii: "/")])) }
}
