public import FoundationEssentials
public import HTTPTypes
public import SockeyeFields
public import SockeyeClient

extension HTTPDate {
    /// The second in which `date` lies, clamped to the years that HTTP can express (1601 to 9999).
    public init(_ date: Date) {
        // Beyond 2^53 a Double has no fractions, and no date of HTTP lies there.
        let seconds = min(max(date.timeIntervalSince1970.rounded(.down), -9e15), 9e15)
        self.init(clamping: seconds.isFinite ? Int64(seconds) : 0)
    }

    /// The moment as a `Date`.
    public var date: Date { Date(timeIntervalSince1970: Double(secondsSinceEpoch)) }
}

extension HTTPFields {
    /// The date in a field, such as `fields.date(of: .lastModified)`; `nil` if there is none or it is malformed.
    public func date(of name: HTTPField.Name) -> Date? {
        self[name].flatMap { HTTPDate(parsing: $0) }?.date
    }

    /// Sets a field to a date, such as `fields.set(date, for: .ifModifiedSince)`; `nil` removes it.
    public mutating func set(_ date: Date?, for name: HTTPField.Name) {
        self[name] = date.map { "\(HTTPDate($0))" }
    }
}

extension Cookie {
    /// When it expires; `nil` for the end of the session.
    public var expiryDate: Date? {
        get { expires?.date }
        set { expires = newValue.map { HTTPDate($0) } }
    }
}

extension HSTSStore {
    /// Adds a host until `date`.
    public func insert(_ host: String, includingSubdomains: Bool, until date: Date) {
        insert(host, includingSubdomains: includingSubdomains, until: HTTPDate(date))
    }
}
