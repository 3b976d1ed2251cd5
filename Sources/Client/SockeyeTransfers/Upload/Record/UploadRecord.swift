internal import SockeyeHTTP1
internal import SockeyeIO
internal import SockeyeURL

/// The contents of `NAME.sockeye-upload`, from which another process can resume an incomplete upload.
///
/// ```
/// sockeye-upload 1
/// protocol ietf
/// target https://example.com/files/big.iso          the URL of the caller's request
/// place https://example.com/uploads/b530ce8ff       the upload URL, a secret: anybody who knows it may write there
/// file 2049 131077 73400320 1763744301 120934       device, inode, length, modification time (s, ns)
/// acknowledged 41943040                             bytes acknowledged by the server
/// sum 5f3a9c1d                                      CRC-32 of everything above
/// ```
///
/// Replaced atomically and durably, readable by its owner only. How much the server has is asked of the
/// server; `acknowledged` only detects that it went back.
struct UploadRecord: Sendable, Hashable {
    private static let magic = "sockeye-upload "
    private static let version = 1
    static let title = "\(magic)\(version)"
    /// Longer than any two URLs.
    static let byteLimit = 64 * 1024

    /// Identifies a version of a file, as far as the system can tell.
    struct FileMark: Sendable, Hashable {
        var device: UInt64
        var inode: UInt64
        var size: Int64
        var seconds: Int64
        var nanoseconds: Int64

        init(device: UInt64, inode: UInt64, size: Int64, seconds: Int64, nanoseconds: Int64) {
            self.device = device
            self.inode = inode
            self.size = size
            self.seconds = seconds
            self.nanoseconds = nanoseconds
        }

        init(_ facts: FileFacts) {
            self.init(
                device: facts.identity.device, inode: facts.identity.inode, size: facts.size,
                seconds: facts.modifiedSeconds, nanoseconds: Int64(facts.modifiedNanoseconds))
        }
    }

    var spoken: ResumableProtocol
    var target: HTTPURL
    var place: HTTPURL
    var file: FileMark
    var acknowledged: Int64

    init(
        spoken: ResumableProtocol, target: HTTPURL, place: HTTPURL, file: FileMark, acknowledged: Int64
    ) {
        self.spoken = spoken
        self.target = target.withoutCredentials.withoutFragment
        self.place = place
        self.file = file
        self.acknowledged = acknowledged
    }

    /// Whether it is of an upload to this URL.
    func isOf(_ url: HTTPURL) -> Bool { target.href == url.withoutCredentials.withoutFragment.href }

    /// The record's encoding. URLs hold neither spaces nor line ends.
    var bytes: [UInt8] {
        let text = """
            \(Self.title)
            protocol \(spoken.rawValue)
            target \(target.href)
            place \(place.href)
            file \(file.device) \(file.inode) \(file.size) \(file.seconds) \(file.nanoseconds)
            acknowledged \(acknowledged)

            """
        let body = Array(text.utf8)
        return body + Array("sum \(String(Checksum32.of(body), radix: 16))\n".utf8)
    }

    /// Whether a newer version wrote the record. The first line tells, whatever the rest is then.
    static func isNewer(_ bytes: [UInt8]) -> Bool {
        guard bytes.starts(with: magic.utf8) else { return false }
        let number = bytes[magic.utf8.count...].prefix { $0 != UInt8(ascii: "\n") }
        return Int(String(decoding: number, as: UTF8.self)) ?? 0 > version
    }

    /// Parses a record; `nil` if it is damaged, of another version or something else.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.byteLimit, bytes.last == UInt8(ascii: "\n"),
            let end = bytes.dropLast().lastIndex(of: UInt8(ascii: "\n"))
        else { return nil }
        let body = bytes[...end]
        let sum = String(decoding: bytes[(end + 1)...].dropLast(), as: UTF8.self)
        guard sum == "sum \(String(Checksum32.of(body), radix: 16))" else { return nil }
        let lines = String(decoding: body, as: UTF8.self).split(separator: "\n")
        guard lines.count == 6, lines[0] == Self.title else { return nil }
        func value(_ index: Int, _ name: String) -> String? {
            lines[index].hasPrefix(name + " ") ? String(lines[index].dropFirst(name.utf8.count + 1)) : nil
        }
        guard let spoken = value(1, "protocol").flatMap(ResumableProtocol.init(rawValue:)),
            let target = value(2, "target").flatMap({ try? HTTPURL($0) }),
            let place = value(3, "place").flatMap({ try? HTTPURL($0) }),
            let numbers = value(4, "file")?.split(separator: " "), numbers.count == 5,
            let device = UInt64(numbers[0]), let inode = UInt64(numbers[1]), let size = Int64(numbers[2]),
            let seconds = Int64(numbers[3]), let nanoseconds = Int64(numbers[4]), size >= 0,
            let acknowledged = value(5, "acknowledged").flatMap({ Int64($0) }), (0...size).contains(acknowledged),
            // What no server can have named was not written by an upload.
            !place.hasCredentials, UploadState.danger(of: place, namedBy: target) == nil
        else { return nil }
        self.init(
            spoken: spoken, target: target, place: place,
            file: FileMark(device: device, inode: inode, size: size, seconds: seconds, nanoseconds: nanoseconds),
            acknowledged: acknowledged)
    }
}
