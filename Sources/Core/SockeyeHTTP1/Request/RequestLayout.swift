package import HTTPTypes

/// How the fields of a request are ordered and spelled, for callers to whom the exact bytes matter, as in a program that
/// stands in for another one.
///
/// Nothing here can break out of a line: spelled lines are checked like values when the head is encoded.
package struct RequestLayout: Sendable, Hashable {
    /// A field and the line to send for it, without its line end.
    package struct Spelling: Sendable, Hashable {
        /// The field as the rest of the client knows it.
        package var field: HTTPField
        /// The bytes of the line.
        package var line: [UInt8]

        /// This line for this field.
        package init(_ field: HTTPField, line: [UInt8]) {
            (self.field, self.line) = (field, line)
        }
    }

    /// Behind one reference, so that heads without a layout stay small.
    private final class Storage: Sendable {
        let first: [String]
        let last: [String]
        let own: Set<String>
        let spellings: [Spelling]
        let omitsHost: Bool
        let omitsEmptyLength: Bool
        let hasFreeTarget: Bool
        let target: [UInt8]?

        init(
            _ first: [String], _ last: [String], _ own: Set<String>, _ spellings: [Spelling], omitsHost: Bool,
            omitsEmptyLength: Bool, hasFreeTarget: Bool, target: [UInt8]?
        ) {
            (self.first, self.last, self.own, self.spellings) = (first, last, own, spellings)
            (self.omitsHost, self.omitsEmptyLength) = (omitsHost, omitsEmptyLength)
            (self.hasFreeTarget, self.target) = (hasFreeTarget, target)
        }

        func with(target: [UInt8]?) -> Storage {
            Storage(
                first, last, own, spellings, omitsHost: omitsHost, omitsEmptyLength: omitsEmptyLength,
                hasFreeTarget: hasFreeTarget, target: target)
        }
    }

    private var storage: Storage

    /// A layout.
    ///
    /// - Parameters:
    ///   - first: names in lowercase, sent first and in this order. Host always comes before them.
    ///   - last: names in lowercase, sent last and in this order.
    ///   - own: names in lowercase that stay in between, wherever `first` and `last` have them.
    ///   - spellings: lines to send instead of `Name: value`.
    ///   - omitsHost: whether no Host is sent.
    ///   - omitsEmptyLength: whether a POST, PUT or PATCH without a body is sent without `Content-Length: 0`. RFC 9110 section
    ///     8.6 recommends it, and some servers insist, but a request without either field has no body all the same (RFC
    ///     9112 section 6.3).
    ///   - hasFreeTarget: whether the target may be any visible ASCII, in no form of RFC 9112 section 3.2.
    package init(
        first: [String] = [], last: [String] = [], own: Set<String> = [], spellings: [Spelling] = [],
        omitsHost: Bool = false, omitsEmptyLength: Bool = false, hasFreeTarget: Bool = false
    ) {
        storage = Storage(
            first, last, own, spellings, omitsHost: omitsHost, omitsEmptyLength: omitsEmptyLength,
            hasFreeTarget: hasFreeTarget, target: nil)
    }

    /// The octets to send as the target, in whichever form, for a proxy that passes on what it got; `nil` for the request's
    /// own. Anything but controls and spaces will do, also what isn't ASCII. A redirect drops it.
    package var target: [UInt8]? {
        get { storage.target }
        set { if storage.target != newValue { storage = storage.with(target: newValue) } }
    }

    /// Whether no Host is sent.
    package var omitsHost: Bool { storage.omitsHost }

    /// Whether a request without a body never says `Content-Length: 0`.
    package var omitsEmptyLength: Bool { storage.omitsEmptyLength }

    /// Whether the target may be any visible ASCII, in no form of RFC 9112 section 3.2.
    package var hasFreeTarget: Bool { storage.hasFreeTarget }

    /// The line for this field; `nil` for the usual one.
    func line(for field: HTTPField) -> [UInt8]? {
        storage.spellings.first { $0.field == field }?.line
    }

    /// The fields in order; equal ones stay in theirs.
    func arranged(_ fields: HTTPFields) -> HTTPFields {
        let ranked = fields.enumerated().map { (rank: rank(of: $1.name.canonicalName), index: $0) }
        // Without fields of the caller's they mostly are in order.
        if zip(ranked, ranked.dropFirst()).allSatisfy({ $0.rank <= $1.rank }) { return fields }
        var arranged = HTTPFields()
        arranged.reserveCapacity(fields.count)
        for item in ranked.sorted(by: { ($0.rank, $0.index) < ($1.rank, $1.index) }) {
            arranged.append(fields[item.index])
        }
        return arranged
    }

    private func rank(of name: String) -> Int {
        // RFC 9110 section 7.2: Host comes first.
        if name == "host" { return -1 }
        let middle = storage.first.count
        if storage.own.contains(name) { return middle }
        if let index = storage.first.firstIndex(of: name) { return index }
        return storage.last.firstIndex(of: name).map { middle + 1 + $0 } ?? middle
    }

    /// Compares what is laid out.
    package static func == (left: RequestLayout, right: RequestLayout) -> Bool {
        let (a, b) = (left.storage, right.storage)
        return a === b
            || a.first == b.first && a.last == b.last && a.own == b.own && a.spellings == b.spellings
                && a.omitsHost == b.omitsHost && a.omitsEmptyLength == b.omitsEmptyLength
                && a.hasFreeTarget == b.hasFreeTarget && a.target == b.target
    }

    /// Hashes what is laid out.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(storage.own)
        hasher.combine(storage.spellings)
    }
}

extension RequestHead {
    /// Adds the fields of the framing that are missing, and puts all in the order of the layout, if there is one.
    package mutating func arrange(_ framing: RequestBodyFraming, expectsContinue: Bool) {
        guard let layout else { return }
        addFields(of: framing, expectsContinue: expectsContinue)
        fields = layout.arranged(fields)
    }

    /// Adds the fields of the framing that are missing, as ``Exchange/encodeHead(into:)`` sends them.
    package mutating func addFields(of framing: RequestBodyFraming, expectsContinue: Bool) {
        if case .contentLength(let count) = framing, !fields.contains(.contentLength) {
            fields.append(HTTPField(name: .contentLength, value: String(count)))
        }
        if framing == .chunked, !fields.contains(.transferEncoding) {
            fields.append(HTTPField(name: .transferEncoding, value: "chunked"))
        }
        if expectsContinue, !fields.contains(.expect) {
            fields.append(HTTPField(name: .expect, value: "100-continue"))
        }
    }
}
