/// Messages of the domain name system (RFC 1035 section 4): questions for addresses are written, and their answers read. Names
/// are octets as on the wire, each label behind its length, in lower case.
package enum DNSMessage {
    /// The types of records with addresses.
    package enum Kind: UInt16, Sendable {
        /// RFC 1035 section 3.4.1.
        case ipv4 = 1
        /// RFC 3596.
        case ipv6 = 28
    }

    /// What an answer says.
    package struct Answer: Sendable, Equatable {
        /// Each of 4 or of 16 bytes.
        package var addresses: [[UInt8]] = []
        /// For how many seconds they may be kept.
        package var seconds: UInt32 = 0
        /// RCODE: 0 for no error, 3 if there is no such name.
        package var code: UInt8 = 0
        /// Whether it didn't fit, and TCP has all of it (TC).
        package var isCut = false
    }

    /// An address needs so many aliases at most.
    private static let aliasLimit = 16
    /// Of one octet and its length each, in 255 octets (section 2.3.4).
    private static let labelLimit = 127
    /// CNAME.
    private static let alias: UInt16 = 5

    /// A question for the addresses of a name, which may end in a dot; `nil` if the DNS has no such names.
    package static func question(for name: String, _ kind: Kind, id: UInt16) -> [UInt8]? {
        // One question, and the wish that the server asks others (RD).
        var bytes = [UInt8(id >> 8), UInt8(truncatingIfNeeded: id), 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]
        let labels = (name.utf8.last == UInt8(ascii: ".") ? name.dropLast() : name[...]).utf8
            .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        for label in labels {
            guard (1...63).contains(label.count) else { return nil }
            bytes.append(UInt8(label.count))
            bytes += label
        }
        bytes += [0, 0, UInt8(kind.rawValue), 0, 1]
        // Section 2.3.4: a name has 255 octets at most.
        return bytes.count <= 12 + 255 + 4 ? bytes : nil
    }

    /// Reads what came for a question; `nil` if it is no answer to it.
    package static func answer(in bytes: [UInt8], to question: [UInt8]) -> Answer? {
        guard question.count > 16, bytes.count >= question.count, bytes[..<2] == question[..<2] else { return nil }
        // An answer (QR) of the usual kind (OPCODE 0) to one question, which is repeated.
        guard bytes[2] & 0xF8 == 0x80, bytes[4] == 0, bytes[5] == 1,
            lowercased(bytes[12..<question.count]) == lowercased(question[12...])
        else { return nil }
        var answer = Answer()
        (answer.code, answer.isCut) = (bytes[3] & 0x0F, bytes[2] & 0x02 != 0)
        // What was cut may end anywhere.
        if answer.isCut { return answer }
        let kind = UInt16(question[question.count - 3])
        guard let records = records(in: bytes, from: question.count, [kind, alias]) else { return nil }
        var name = lowercased(question[12..<(question.count - 4)])
        answer.seconds = .max
        for _ in 0...aliasLimit {
            let own = records.filter { $0.name == name && $0.type == kind }
            if !own.isEmpty {
                answer.addresses = own.map { Array(bytes[$0.data]) }
                answer.seconds = own.reduce(answer.seconds) { min($0, $1.seconds) }
                return answer.addresses.allSatisfy { $0.count == (kind == Kind.ipv4.rawValue ? 4 : 16) } ? answer : nil
            }
            guard let record = records.first(where: { $0.name == name && $0.type == alias }) else { break }
            guard let next = readName(in: bytes, at: record.data.lowerBound), next.end == record.data.upperBound
            else { return nil }
            answer.seconds = min(answer.seconds, record.seconds)
            name = next.name
        }
        // How long a missing record may be cached is in the SOA record (RFC 2308), which isn't read.
        answer.seconds = 0
        return answer
    }

    private struct Record {
        var name: [UInt8]
        var type: UInt16
        var seconds: UInt32
        var data: Range<Int>
    }

    /// The records of the answer section that are of the Internet and of these types; `nil` if it is malformed.
    private static func records(in bytes: [UInt8], from start: Int, _ types: [UInt16]) -> [Record]? {
        var records: [Record] = []
        var position = start
        for _ in 0..<(Int(bytes[6]) << 8 | Int(bytes[7])) {
            guard let (name, end) = readName(in: bytes, at: position), bytes.count - end >= 10 else { return nil }
            func number(_ offset: Int) -> UInt16 { UInt16(bytes[end + offset]) << 8 | UInt16(bytes[end + offset + 1]) }
            let data = end + 10..<end + 10 + Int(number(8))
            guard data.upperBound <= bytes.count else { return nil }
            // RFC 2181 section 8: with the highest bit it is 0.
            let seconds = number(4) & 0x8000 != 0 ? 0 : UInt32(number(4)) << 16 | UInt32(number(6))
            if number(2) == 1, types.contains(number(0)) {
                records.append(Record(name: name, type: number(0), seconds: seconds, data: data))
            }
            position = data.upperBound
        }
        return records
    }

    /// The name at a place, and where the next field begins. A pointer (section 4.1.4) leads only backward, so none is met twice; more
    /// of them than a name can have labels would only take time.
    private static func readName(in bytes: [UInt8], at start: Int) -> (name: [UInt8], end: Int)? {
        var name: [UInt8] = []
        var end: Int?
        var (position, limit, pointers) = (start, start, 0)
        while position < bytes.count {
            let length = Int(bytes[position])
            switch length {
            case 0:
                name.append(0)
                return (lowercased(name[...]), end ?? position + 1)
            case 1...63:
                guard bytes.count - position > length, name.count + length < 255 else { return nil }
                name += bytes[position...(position + length)]
                position += length + 1
            case 0xC0...:
                guard position + 1 < bytes.count else { return nil }
                let target = (length & 0x3F) << 8 | Int(bytes[position + 1])
                pointers += 1
                guard target < limit, pointers <= labelLimit else { return nil }
                end = end ?? position + 2
                (position, limit) = (target, target)
            default: return nil
            }
        }
        return nil
    }

    /// Lengths are below the letters, so they stay as they are.
    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}
