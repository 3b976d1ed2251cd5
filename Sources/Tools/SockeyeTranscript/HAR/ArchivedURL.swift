internal import SockeyeFields
internal import SockeyeRecording
internal import SockeyeURL

/// The URL of a request in an archive, and the parameters of its query.
struct ArchivedURL {
    /// A parameter, decoded.
    struct Parameter {
        var name: String
        var value: String
        /// Whether the value is a secret, which the archive doesn't have.
        var isLeftOut = false
    }

    /// The URL, without the values that are left out.
    private(set) var text: String
    private(set) var parameters: [Parameter] = []

    /// - Parameters:
    ///   - url: the URL, without a fragment.
    ///   - isMasked: whether to leave out secrets, which may be asterisks already: these would be sent as they stand.
    init(_ url: String, isMasked: Bool) {
        text = url
        let bytes = Array(url.utf8)
        guard let mark = bytes.firstIndex(of: Self.mark) else { return }
        var secrets = (isMasked ? SecretScanner.secrets(in: .lines, bytes) : [])[...]
        var kept: [[UInt8]] = []
        for pair in bytes[(mark + 1)...].split(separator: Self.and, omittingEmptySubsequences: false) {
            while let first = secrets.first, first.range.upperBound <= pair.startIndex { secrets.removeFirst() }
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard let secret = secrets.first, secret.range.lowerBound < pair.endIndex else {
                kept.append(Array(pair))
                if !pair.isEmpty {
                    let value = Self.decoded(pair[equals...].dropFirst())
                    parameters.append(Parameter(name: Self.decoded(pair[..<equals]), value: value))
                }
                continue
            }
            // A secret before the equals sign, or without one, is a part of the name.
            let isNamed = secret.range.lowerBound > equals
            if isNamed { kept.append(Array(pair[...equals])) }
            let name = isNamed ? Self.decoded(pair[..<equals]) : ""
            parameters.append(Parameter(name: name, value: "", isLeftOut: true))
        }
        if parameters.contains(where: \.isLeftOut) { text = Self.text(bytes[..<mark], kept) }
    }

    /// The URL without the parameters of these names that have no value: the value of another of the name isn't left out.
    static func removing(_ names: Set<String>, from url: String) -> String {
        let bytes = Array(url.utf8)
        guard !names.isEmpty, let mark = bytes.firstIndex(of: mark) else { return url }
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        guard mark < end else { return url }
        let kept = bytes[(mark + 1)..<end].split(separator: and, omittingEmptySubsequences: false).filter { pair in
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            return pair.endIndex - name.endIndex != 1 || !names.contains(decoded(name))
        }
        return text(bytes[..<mark], kept.map { Array($0) }) + String(decoding: bytes[end...], as: UTF8.self)
    }

    private static let mark = UInt8(ascii: "?")
    private static let and = UInt8(ascii: "&")

    private static func text(_ place: ArraySlice<UInt8>, _ pairs: [[UInt8]]) -> String {
        let query = pairs.isEmpty ? [] : [mark] + pairs.joined(separator: [and])
        return String(decoding: Array(place) + query, as: UTF8.self)
    }

    /// As forms write it.
    private static func decoded(_ part: ArraySlice<UInt8>) -> String {
        let text = String(decoding: part.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }, as: UTF8.self)
        return PercentEncoding.decode(text).utf8OrLatin1
    }
}
