internal import SockeyeFields
internal import SockeyeRecording

/// Replaces secrets in heads by asterisks, as many as they have bytes, so that what is shown keeps its lengths.
///
/// | | stays |
/// |---|---|
/// | Authorization, Proxy-Authorization | the scheme |
/// | Cookie | the names |
/// | Set-Cookie | the name and the attributes |
/// | X-Api-Key and other fields that hold nothing but a secret | nothing |
/// | Referer, Location | the URL up to its query |
/// | a URL with a user or a password, or with parameters like `access_token`, in any field | the rest of the URL |
///
/// Secrets in paths and bodies, and under other names in queries, are not known as such and stay.
public struct SecretMask: Sendable {
    private static let mark = UInt8(ascii: "*")

    /// The mask of the table above.
    public init() {}

    /// Whether the field's value is a secret, or has one as a part.
    public func hides(_ name: String) -> Bool {
        SecretField(name) != nil
    }

    /// Whether a part of this field's value is a secret, or was one before it was masked.
    func hidesPart(of value: String, in name: String) -> Bool {
        !SecretScanner.secrets(in: .fields, Array("\(name): \(value)".utf8), hidesLocations: true).isEmpty
    }

    /// A head or section of fields as on the wire, masked.
    public func masked(head: [UInt8]) -> [UInt8] {
        Self.filled(head, SecretScanner.secrets(in: .fields, head, hidesLocations: true), at: 0)
    }

    /// A line in words, with the secrets of the URLs in it masked.
    func masked(text: String) -> String {
        let bytes = Array(text.utf8)
        return String(decoding: Self.filled(bytes, SecretScanner.secrets(in: .lines, bytes), at: 0), as: UTF8.self)
    }

    /// Bytes of which those from an index on are pieces of trailers, masked.
    func masked(_ bytes: [UInt8], from index: Int, in trailers: inout SecretScanner) -> [UInt8] {
        let start = index - trailers.known
        let secrets = trailers.scan(Array(bytes[min(index, bytes.count)...])) + trailers.settle(isEnd: false)
        return Self.filled(bytes, secrets, at: start)
    }

    /// - Parameter start: the index of the octet that the places of the secrets count from.
    private static func filled(_ bytes: [UInt8], _ secrets: [SecretScanner.Secret], at start: Int) -> [UInt8] {
        var bytes = bytes
        for place in secrets.flatMap(\.range) where bytes[start + place] != 0x20 && bytes[start + place] != 0x09 {
            bytes[start + place] = mark
        }
        return bytes
    }
}
