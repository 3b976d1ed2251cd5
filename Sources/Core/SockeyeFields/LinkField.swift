public import HTTPTypes
internal import SockeyeBytes

/// The Link field: links from the response to other resources, such as the next page (RFC 8288 section 3).
public struct LinkField: Sendable, Hashable {
    /// One link: `<target>; rel="next"; title="more"`.
    public struct Link: Sendable, Hashable {
        /// The raw octets of the reference between the angle brackets: resolve them against the URL of the response
        /// (`HTTPURL.resolving(octets:)`).
        package let targetOctets: [UInt8]

        /// The same as text, with U+FFFD for anything that isn't UTF-8.
        public var target: String { String(decoding: targetOctets, as: UTF8.self) }

        /// The parameters in the order given; a missing value is empty.
        public let parameters: [FieldParameter]

        /// The relation types in lowercase, from the first `rel`: later ones are ignored (RFC 8288 section 3.3).
        package var relations: [String] {
            let relations = parameters.value(of: "rel")?.split(separator: " ") ?? []
            return relations.map { FieldParameter.asciiLowercased(String($0)) }
        }

        /// The title, from a well-formed `title*` (RFC 8187) if any, else from `title`.
        public var title: String? {
            parameters.value(of: "title*").flatMap(ExtendedValue.decode) ?? parameters.value(of: "title")
        }
    }

    /// The links in the order given; never empty.
    public let links: [Link]

    /// Parses a field value; `nil` if it is malformed.
    public init?(parsing text: String) {
        self.init(parsing: Array(text.utf8))
    }

    /// Parses a field value that need not be text.
    package init?(parsing octets: [UInt8]) {
        var scanner = FieldScanner(octets)
        var links: [Link] = []
        scanner.skipSeparators()
        while !scanner.isAtEnd {
            guard let link = scanner.link() else { return nil }
            links.append(link)
            guard scanner.skipSeparators() || scanner.isAtEnd else { return nil }
        }
        guard !links.isEmpty else { return nil }
        self.links = links
    }

    /// All links of a section of fields, in order. A field line that is malformed has none.
    public static func links(in fields: HTTPFields) -> [Link] {
        fields.lazy.filter { $0.name.canonicalName == "link" }.flatMap { LinkField(parsing: $0.octets)?.links ?? [] }
    }

    /// The first link with that relation, such as `next`, ignoring case.
    public func first(relation: String) -> Link? {
        let relation = FieldParameter.asciiLowercased(relation)
        return links.first { $0.relations.contains(relation) }
    }
}

extension FieldScanner {
    /// `"<" reference ">" *( OWS ";" OWS [ parameter ] )`.
    fileprivate mutating func link() -> LinkField.Link? {
        guard take(UInt8(ascii: "<")) else { return nil }
        let target = takeWhile { $0 != UInt8(ascii: ">") && Grammar.isFieldValueByte($0) }
        guard take(UInt8(ascii: ">")) else { return nil }
        var parameters: [FieldParameter] = []
        skipWhiteSpace()
        while take(UInt8(ascii: ";")) {
            skipWhiteSpace()
            if let parameter = parameter(allowingWhiteSpace: true) {
                parameters.append(parameter)
            } else if let name = token() {
                parameters.append(FieldParameter(name: name, value: ""))
                skipWhiteSpace()
                // A malformed value, such as an open quote.
                if next == UInt8(ascii: "=") { return nil }
            }
            skipWhiteSpace()
        }
        return LinkField.Link(targetOctets: Array(target), parameters: parameters)
    }
}
