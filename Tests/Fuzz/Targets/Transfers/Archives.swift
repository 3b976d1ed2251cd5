import Glibc
import SockeyeClient
import SockeyeIO

@testable import SockeyeArchive
@testable import SockeyeCredentials

extension Check {
    /// The names of an entry stay below the folder; a link that is allowed never counts itself above it.
    static func archiveNames(_ input: Input) {
        let parts = input.parts(2)
        let limits = ExtractionLimits()
        guard let path = try? EntryPath(parts[0], limits: limits) else { return }
        for name in path.names {
            require(!name.isEmpty && name != Array("..".utf8) && name != Array(".".utf8), "a name that leads elsewhere")
            require(!name.contains(UInt8(ascii: "/")) && !name.contains(0), "a name that is several")
        }
        guard !path.names.isEmpty, (try? LinkTarget(parts[1], of: path, limits: limits)) != nil else { return }
        var depth = path.names.count - 1
        for part in parts[1].split(separator: UInt8(ascii: "/")) where part != Array(".".utf8)[...] {
            depth += part == Array("..".utf8)[...] ? -1 : 1
            require(depth >= 0, "a link that leads out")
        }
    }

    private static let place: String = {
        var template = Array("/tmp/sockeye-fuzz-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { fail("no folder") }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }()

    /// Whatever an archive holds, it is unpacked as a whole, or nothing is left.
    static func archives(_ input: Input) {
        let archive = "\(place)/archive"
        let file = open(archive, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0, write(file, input.bytes, input.bytes.count) == input.bytes.count else {
            fail("the disk is full")
        }
        close(file)
        let limits = ExtractionLimits(byteLimit: 1 << 20, entryLimit: 100)
        let result = Result { () throws(ArchiveError) in
            try Archive.extractNow(archive, "\(place)/out", nil, limits, false, StopFlag(), nil)
        }
        let names = (try? File(place, [.reading, .folder]).names()) ?? []
        switch result {
        case .success(let whole):
            require(
                whole.bytes <= limits.byteLimit && whole.entries <= limits.entryLimit, "more than the limits")
            require(names.count == 2, "something beside the folder")
            guard let folder = try? File("\(place)/out", [.reading, .folder]),
                (try? ExtractionTree(folder).removeAll()) != nil, rmdir("\(place)/out") == 0
            else { fail("the folder can't be removed") }
        case .failure(let error):
            require(names.count == 1, "something is left")
            require(
                error.description.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "a message with control characters")
        }
    }

    /// An entry that is set is found; removed, it isn't; the rest of the file stays.
    static func netrcTexts(_ input: Input) {
        let parts = input.parts(3)
        if parts[1].contains(0) || parts[2].contains(0) { return }
        var text = Netrc(parsing: parts[0])
        text.remove(host: "example.com", user: parts[1])
        let before = text.octets
        require(!text.remove(host: "example.com", user: parts[1]), "an entry that was removed is found")
        guard text.add(host: "example.com", user: parts[1], password: parts[2]) else {
            require(text.octets == before, "a refused entry changed the file")
            return
        }
        let found = text.credential(forHost: "example.com")
        require(found == .password(octets: parts[1], parts[2]), "an entry that was set isn't found")
        require(text.remove(host: "example.com", user: parts[1]), "an entry that was set can't be removed")
        require(text.octets == before, "the rest of the file changes")
    }
}
