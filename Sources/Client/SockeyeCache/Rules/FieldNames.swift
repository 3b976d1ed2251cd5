internal import HTTPTypes

extension HTTPField.Name {
    // The fallback is never used: "Pragma" is a token.
    static let pragma = HTTPField.Name("Pragma") ?? .cacheControl
}
