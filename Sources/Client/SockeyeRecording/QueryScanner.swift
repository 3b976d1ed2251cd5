internal import SockeyeBytes
internal import SockeyeFields

/// Finds the secrets in a URL's query and fragment, an octet at a time: the values of parameters with secret names
/// (`?access_token=…`), or everything.
struct QueryScanner: Sendable {
    private enum Place: Sendable {
        case before
        case name([UInt8])
        case value(isSecret: Bool)
    }

    private static let longestName = 128

    private let isSecret: Bool
    private var place = Place.before

    /// - Parameter isSecret: whether everything after `?` or `#` is a secret.
    init(isSecret: Bool) { self.isSecret = isSecret }

    /// Whether the next octet is part of a secret.
    ///
    /// - Parameter isURL: whether the URL extends to the end of the line; otherwise a blank or a quotation mark ends it.
    mutating func take(_ byte: UInt8, isURL: Bool) -> Bool {
        if !isURL, " \t\"<>".utf8.contains(byte) {
            place = .before
            return false
        }
        switch place {
        case .before:
            if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") {
                place = isSecret ? .value(isSecret: true) : .name([])
            }
            return false
        case .name(var name):
            switch byte {
            case UInt8(ascii: "="): place = .value(isSecret: Self.isSecret(name))
            case UInt8(ascii: "&"), UInt8(ascii: "#"), UInt8(ascii: "?"): place = .name([])
            default:
                name = name.suffix(Self.longestName - 1) + [byte]
                place = .name(name)
            }
            return false
        case .value(let isSecretValue):
            if isSecret { return true }
            if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "#") {
                place = .name([])
                return false
            }
            return isSecretValue
        }
    }

    private static func isSecret(_ name: [UInt8]) -> Bool {
        // `%74oken` means `token`.
        SecretField.isSecret(name: String(decoding: ASCII.percentDecoded(name[...]), as: UTF8.self))
    }
}
