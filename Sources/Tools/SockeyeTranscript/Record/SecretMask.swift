internal import SockeyeFields
internal import SockeyeRecording

/// Replaces secrets in heads with asterisks of the same length, so that lengths are preserved.
///
/// | | kept |
/// |---|---|
/// | Authorization, Proxy-Authorization | the scheme |
/// | Cookie | the names |
/// | Set-Cookie | the name and the attributes |
/// | X-Api-Key and other fields that are only a secret | nothing |
/// | Referer, Location | the URL up to its query |
/// | a URL with a user or a password, or with parameters like `access_token`, in any field | the rest of the URL |
///
/// Secrets in paths, in bodies and in other parameters of queries aren't recognised and stay.
package struct SecretMask: Sendable {
    private static let mark = UInt8(ascii: "*")

    /// The mask in the table above.
    package init() {}

    /// Whether the field's value is or contains a secret.
    package func hides(_ name: String) -> Bool {
        SecretField(name) != nil
    }

    /// Whether a part of the field's value is a secret, masked or not.
    func hidesPart(of value: String, in name: String) -> Bool {
        !SecretScanner.secrets(in: .fields, Array("\(name): \(value)".utf8), hidesLocations: true).isEmpty
    }

    /// Masks a head or a field section as on the wire.
    package func masked(head: [UInt8]) -> [UInt8] {
        Self.filled(head, SecretScanner.secrets(in: .fields, head, hidesLocations: true), at: 0)
    }

    /// Masks the secrets in the URLs of a text line.
    func masked(text: String) -> String {
        let bytes = Array(text.utf8)
        return String(decoding: Self.filled(bytes, SecretScanner.secrets(in: .lines, bytes), at: 0), as: UTF8.self)
    }

    /// Masks the trailers, which start at an index of the bytes.
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
