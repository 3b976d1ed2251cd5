internal import SockeyeParsers

extension JSONValue {
    /// An object of the members with a value.
    static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        // A literal nil among the values is JSON's null.
        let known = members.compactMap { name, value in
            value.flatMap { $0.isNull ? nil : JSONObject.Member(name: name, value: $0) }
        }
        return .object(JSONObject(known))
    }

    /// A number.
    static func integer(_ value: some BinaryInteger) -> JSONValue { .number(JSONNumber(value)) }

    /// Microseconds as milliseconds.
    static func milliseconds(_ microseconds: Int) -> JSONValue { JSONValue(Double(microseconds) / 1_000) ?? 0 }
}
