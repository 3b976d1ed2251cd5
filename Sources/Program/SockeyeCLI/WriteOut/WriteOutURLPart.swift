internal import Sockeye

/// A component of a URL: `%{url.host}` for the URL as given, `%{urle.host}` for the one fetched last.
enum WriteOutURLPart: String, CaseIterable, Sendable {
    // In the order of curl's JSON object.
    case fragment, host, options, password, path, port, query, scheme, user
    case zone = "zoneid"

    /// The segment of a name such as `urle.port`.
    static func segment(named name: String) -> WriteOutFormat.Segment? {
        for (prefix, isEffective) in [("url.", false), ("urle.", true)] where name.hasPrefix(prefix) {
            return WriteOutURLPart(rawValue: String(name.dropFirst(prefix.count))).map {
                .part($0, ofEffectiveURL: isEffective)
            }
        }
        return nil
    }

    /// The component of a URL; `nil` if it has none. HTTP URLs never have options or a zone.
    func value(in text: String?) -> String? {
        guard let text else { return nil }
        if let url = try? HTTPURL(text) { return value(in: url) }
        // A scheme that is refused doesn't hide the rest.
        guard let mark = text.firstRange(of: "://"), let url = try? HTTPURL("http" + text[mark.lowerBound...]) else {
            return nil
        }
        switch self {
        case .scheme: return String(text[..<mark.lowerBound])
        case .port: return url.port.map(String.init)
        default: return value(in: url)
        }
    }

    private func value(in url: HTTPURL) -> String? {
        switch self {
        case .fragment: return url.fragment
        case .host: return url.host
        case .options, .zone: return nil
        case .password: return url.password.isEmpty ? nil : url.password
        case .path: return url.path
        case .port: return String(url.effectivePort)
        case .query: return url.query
        case .scheme: return url.scheme
        case .user: return url.hasCredentials ? url.username : nil
        }
    }
}
