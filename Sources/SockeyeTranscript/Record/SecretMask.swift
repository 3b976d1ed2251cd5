internal import SockeyeRecording

/// Replaces secrets in heads by asterisks, as many as they have bytes, so that what is shown keeps its lengths.
///
/// | | stays |
/// |---|---|
/// | Authorization, Proxy-Authorization | the scheme |
/// | Cookie | the names |
/// | Set-Cookie | the name and the attributes |
/// | X-Api-Key and other fields that hold nothing but a secret | nothing |
/// | a URL with a user and a password, in any field | the user |
///
/// Secrets in paths, queries and bodies are not known as such and stay.
public struct SecretMask: Sendable {
    private static let mark = UInt8(ascii: "*")

    /// The mask of the table above.
    public init() {}

    /// Whether the field's value is a secret, or has one as a part.
    public func hides(_ name: String) -> Bool {
        SecretField(name.lowercased()) != nil
    }

    /// A head or section of fields as on the wire, masked.
    public func masked(head: [UInt8]) -> [UInt8] {
        var head = head
        var (start, name) = (0, "")
        while start < head.count {
            let end = head[start...].firstIndex(of: UInt8(ascii: "\n")) ?? head.count
            let line = start..<(end > start && head[end - 1] == 0x0D ? end - 1 : end)
            // A line that begins with white space belongs to the field before it (RFC 9112 section 5.2).
            if let first = head[line].first, first != 0x20, first != 0x09 {
                let colon = head[line].firstIndex(of: UInt8(ascii: ":"))
                name = colon.map { Self.name(head[start..<$0]) } ?? ""
                hide(&head, name, (colon.map { $0 + 1 } ?? start)..<line.upperBound)
            } else {
                hide(&head, name, line)
            }
            start = end + 1
        }
        return head
    }

    private static func name(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.filter { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self).lowercased()
    }

    private func hide(_ head: inout [UInt8], _ name: String, _ range: Range<Int>) {
        guard let start = head[range].firstIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return }
        let value = start..<range.upperBound
        switch SecretField(name) {
        case .credentials:
            // A credential without a scheme is a secret as a whole.
            let blank = head[value].firstIndex(of: 0x20)
            fill(&head, (blank.map { $0 + 1 } ?? value.lowerBound)..<value.upperBound)
        case .pairs: hidePairs(&head, value)
        case .firstPair:
            hidePairs(&head, value.lowerBound..<(head[value].firstIndex(of: UInt8(ascii: ";")) ?? value.upperBound))
        case .whole: fill(&head, value)
        case nil: hidePasswords(&head, value)
        }
    }

    private func hidePairs(_ head: inout [UInt8], _ range: Range<Int>) {
        var start = range.lowerBound
        while start < range.upperBound {
            let end = head[start..<range.upperBound].firstIndex(of: UInt8(ascii: ";")) ?? range.upperBound
            let equals = head[start..<end].firstIndex(of: UInt8(ascii: "="))
            // A pair without a name is a value (RFC 6265 bis).
            fill(&head, (equals.map { $0 + 1 } ?? start)..<end)
            start = end + 1
        }
    }

    /// `//user:password@`.
    private func hidePasswords(_ head: inout [UInt8], _ range: Range<Int>) {
        var position = range.lowerBound
        while position + 2 <= range.upperBound {
            guard head[position..<(position + 2)].elementsEqual("//".utf8) else {
                position += 1
                continue
            }
            let start = position + 2
            let stop = head[start..<range.upperBound].firstIndex { " \t/?#\"'<>,;".utf8.contains($0) }
            let end = stop ?? range.upperBound
            if let at = head[start..<end].lastIndex(of: UInt8(ascii: "@")),
                let colon = head[start..<at].firstIndex(of: UInt8(ascii: ":"))
            {
                fill(&head, (colon + 1)..<at)
            }
            position = end
        }
    }

    private func fill(_ head: inout [UInt8], _ range: Range<Int>) {
        for index in range where head[index] != 0x20 && head[index] != 0x09 { head[index] = Self.mark }
    }
}
