import Foundation
import Testing

/// One case of urltestdata.json: a reference, its base, and the expected parts.
struct URLStandardCase: Sendable, CustomTestStringConvertible {
    let input: String
    let base: String?
    let isFailure: Bool
    /// The expected parts by their names in the file; empty for a failure.
    let parts: [String: String]

    init(_ object: [String: Any]) {
        input = object["input"] as? String ?? ""
        base = object["base"] as? String
        isFailure = object["failure"] as? Bool ?? false
        parts = object.compactMapValues { $0 as? String }
    }

    var testDescription: String { "\(input.debugDescription) on \(base?.debugDescription ?? "nothing")" }

    var href: String? { isFailure ? nil : parts["href"] }

    /// Whether input or base has one of the schemes of `HTTPURL`.
    var isSelected: Bool { Self.isHTTP(input) || base.map(Self.isHTTP) ?? false }

    /// Whether the result, or for a failure the input, has another scheme.
    var hasOtherScheme: Bool {
        if let href { return !Self.isHTTP(href) }
        return Self.scheme(of: input).map { !Self.schemes.contains($0) } ?? false
    }

    private static let schemes: Set<String> = ["http", "https", "ws", "wss"]

    static func isHTTP(_ text: String) -> Bool { scheme(of: text).map(schemes.contains) ?? false }

    /// The text before the first colon if it has the form of a scheme; independent of the tested parser.
    static func scheme(of text: String) -> String? {
        let cleaned = text.unicodeScalars.drop { $0.value <= 0x20 }.filter { !"\t\n\r".unicodeScalars.contains($0) }
        guard let colon = cleaned.firstIndex(of: ":"), let first = cleaned.first,
            first.isASCII, first.properties.isAlphabetic
        else { return nil }
        let name = cleaned[..<colon]
        let isScheme = name.allSatisfy { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "+-.".contains(Character(scalar)))
        }
        guard isScheme else { return nil }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: name)
        return String(text).lowercased()
    }

    static let all: [URLStandardCase] =
        (try? SharedData.objects(in: "url/urltestdata.json").map(URLStandardCase.init)) ?? []
    static let selected = all.filter(\.isSelected)
    static let others = all.filter { !$0.isSelected }
}
