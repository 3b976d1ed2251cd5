internal import SockeyeBytes

/// The two JSON forms of `-w`: `%{json}` and `%{header_json}`, in curl's layout.
enum WriteOutJSON {
    /// All variables in one object, followed by the program's version under curl's key.
    static func object(_ values: WriteOutValues, version: String) -> String {
        var members: [String] = []
        for variable in WriteOutVariable.allCases {
            // Without a cache the object is curl's.
            if variable == .cacheStatus, values.cacheStatus == nil { continue }
            members.append(quoted(variable.rawValue) + ":" + json(variable.value(in: values)))
            // Each URL is followed by its components.
            let isEffective = variable == .effectiveURL
            guard isEffective || variable == .url else { continue }
            for part in WriteOutURLPart.allCases {
                let value = part.value(in: isEffective ? values.effectiveURL : values.url)
                members.append(quoted((isEffective ? "urle." : "url.") + part.rawValue) + ":" + json(.text(value)))
            }
        }
        members.append(quoted("curl_version") + ":" + quoted(version))
        return "{" + members.joined(separator: ",") + "}"
    }

    /// All response fields: lowercase names in order of first appearance, each with a list of values.
    ///
    /// JSON is UTF-8 (RFC 8259 section 8.1): anything else in a value becomes U+FFFD, while `%header{}` keeps the
    /// octets.
    static func headers(_ headers: [WriteOutValues.Header]) -> String {
        var order: [String] = []
        var valuesByName: [String: [String]] = [:]
        for header in headers {
            let name = header.name.lowercased()
            if valuesByName[name] == nil { order.append(name) }
            valuesByName[name, default: []].append(header.value.text)
        }
        let members = order.map { name in
            let values = valuesByName[name, default: []].map(quoted).joined(separator: ",")
            return quoted(name) + ":[" + values + "]"
        }
        return "{" + members.joined(separator: ",\n") + "\n}"
    }

    private static func json(_ value: WriteOutVariable.Value) -> String {
        switch value {
        case .text(let text): text.map(quoted) ?? "null"
        case .number(let number): String(number)
        case .status(let status): String(status)
        case .time(let duration): WriteOutVariable.seconds(duration)
        }
    }

    /// `text` as a JSON string (RFC 8259 section 7), with quotes, backslashes and control characters escaped.
    static func quoted(_ text: String) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case "\u{08}": json += "\\b"
            case "\u{0C}": json += "\\f"
            case "\n": json += "\\n"
            case "\r": json += "\\r"
            case "\t": json += "\\t"
            case "\u{00}"..<"\u{20}": json += "\\u" + ASCII.padded(scalar.value, to: 4, radix: 16)
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }
}
