/// The path of an entry as names below the folder, or the reason why it is invalid. Names are octets.
///
/// Refused is whatever any system would take for a way out of the folder: absolute paths, those of Windows' drives too, `..`, and
/// backslashes that lead up. A colon elsewhere is an octet like others.
struct EntryPath: Equatable, Sendable {
    /// The names from the folder down; none for the folder itself.
    var names: [[UInt8]]

    init(_ octets: [UInt8], limits: ExtractionLimits) throws(ArchiveError) {
        if octets.isEmpty { throw .unsafeName(octets, reason: "is empty") }
        if octets.count > limits.maximumPathBytes {
            throw .limitExceeded("maximumPathBytes", Int64(limits.maximumPathBytes))
        }
        if octets.first == UInt8(ascii: "/") { throw .unsafeName(octets, reason: "is absolute") }
        if octets.first == UInt8(ascii: "\\") { throw .unsafeName(octets, reason: "begins with a backslash") }
        if Self.namesDrive(octets) { throw .unsafeName(octets, reason: "is absolute, on a drive of Windows") }
        if octets.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw .unsafeName(octets, reason: "holds a control character")
        }
        let isSeparator = { (byte: UInt8) in byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }
        for part in octets.split(whereSeparator: isSeparator) where part.elementsEqual("..".utf8) {
            throw .unsafeName(octets, reason: "leads out of the folder")
        }
        names = octets.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }.map(Array.init)
        if names.count > limits.maximumDepth { throw .limitExceeded("maximumDepth", Int64(limits.maximumDepth)) }
        for name in names {
            if name.count > limits.maximumNameBytes {
                throw .limitExceeded("maximumNameBytes", Int64(limits.maximumNameBytes))
            }
        }
    }

    /// Whether it begins as `C:\` or `C:/` do.
    private static func namesDrive(_ octets: [UInt8]) -> Bool {
        guard octets.count >= 3, octets[1] == UInt8(ascii: ":"),
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= octets[0] | 0x20
        else { return false }
        return octets[2] == UInt8(ascii: "/") || octets[2] == UInt8(ascii: "\\")
    }
}

/// Where a symbolic link leads.
struct LinkTarget: Equatable, Sendable {
    /// Whether it names the folder itself, so that its place relative to what is around the folder matters.
    var reachesTop: Bool

    /// Checks a link that lies at `path`.
    ///
    /// It may go up only at its start, and no higher than the folder. There, `..` counts from a real folder; after a name, that
    /// name might be another link, and `..` would count from wherever that one leads.
    init(_ octets: [UInt8], of path: EntryPath, limits: ExtractionLimits) throws(ArchiveError) {
        let name = Array(path.names.joined(separator: [UInt8(ascii: "/")]))
        if octets.isEmpty { throw .refused(name, reason: "is a link to nothing") }
        if octets.count > limits.maximumPathBytes {
            throw .limitExceeded("maximumPathBytes", Int64(limits.maximumPathBytes))
        }
        if octets.first == UInt8(ascii: "/") { throw .refused(name, reason: "is a link that leads out of the folder") }
        if octets.contains(0) { throw .refused(name, reason: "is a link to an invalid name") }
        var room = path.names.count - 1
        var hasName = false
        reachesTop = false
        for part in octets.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(".".utf8) {
            if part.elementsEqual("..".utf8) {
                room -= 1
                if hasName || room < 0 { throw .refused(name, reason: "is a link that may lead out of the folder") }
                if room == 0 { reachesTop = true }
            } else {
                hasName = true
            }
        }
        if path.names.count == 1, !hasName { reachesTop = true }
    }
}
