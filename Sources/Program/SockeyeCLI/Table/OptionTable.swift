/// The option table: all rows, and lookup by name.
struct OptionTable: Sendable {
    /// The program's rows.
    static let standard = OptionTable(
        rows: [Option](
            [
                curlRows, outputRows, requestRows, httpRows, uploadRows, connectionRows, tlsRows, downloadRows,
                authenticationRows, proxyRows, transcriptRows, bodyRows, cacheRows, listRows, serverRows, inspectRows,
            ].joined())
    )

    /// All rows, unordered: most runs look up only a few, and sorting all would be a waste.
    let rows: [Option]

    /// All rows by name, for help, the manual and completions.
    var sortedRows: [Option] { rows.sorted { $0.long < $1.long } }

    /// The rest of a name that starts with `expand-`.
    static func expandedName(_ name: String) -> String? {
        name.lowercased().hasPrefix("expand-") ? String(name.dropFirst("expand-".count)) : nil
    }

    /// Why an option of curl is refused.
    private static func unsupported(_ name: String) -> OptionFault {
        guard name.contains("ntlm") else { return .isUnsupported }
        return .invalid(
            OptionFault.isUnsupported.text + ": NTLM rests on MD4, and vouches for a connection instead of its requests"
        )
    }

    /// The row of a letter.
    func row(short letter: Character) throws(OptionFault) -> Option {
        if let row = rows.first(where: { $0.short == letter }) ?? IgnoredOptions.row(short: letter) { return row }
        throw CurlOptions.letters.contains(letter) ? .isUnsupported : .isUnknown(nearest: nil)
    }

    /// The row of a long name, whether it is negated, and whether variables are expanded in its argument (`--expand-NAME`).
    func row(writtenAs name: String) throws(OptionFault) -> (option: Option, isNegated: Bool, isExpanded: Bool) {
        guard let rest = OptionTable.expandedName(name) else {
            let (row, isNegated) = try row(long: name)
            return (row, isNegated, false)
        }
        let (row, _) = try row(long: rest)
        guard row.takesArgument else { throw .invalid("takes no argument to expand variables in") }
        return (row, false, true)
    }

    /// The row of a name as written after `--`, and whether it was negated by `no-`.
    ///
    /// As in curl, names match in either case and can be abbreviated while unambiguous, except after `no-`. Options
    /// that only sockeye has never make a curl name ambiguous.
    func row(long written: String) throws(OptionFault) -> (option: Option, isNegated: Bool) {
        let name = written.lowercased()
        if name.hasPrefix("no-") {
            let base = String(name.dropFirst(3))
            if let row = rows.first(where: { $0.long == base }) ?? IgnoredOptions.row(long: base)
                ?? IgnoredOptions.row(switchedOff: base)
            {
                guard row.isNegatable else { throw .isNotBoolean }
                return (row, true)
            }
            if CurlOptions.contains(base) { throw Self.unsupported(base) }
            throw unknown(name, nearest: nearest(to: base, where: \.isNegatable).map { "no-" + $0 })
        }
        if let row = rows.first(where: { $0.long == name }) ?? IgnoredOptions.row(long: name) { return (row, false) }
        if CurlOptions.contains(name) { throw Self.unsupported(name) }
        // No abbreviation of an own or an ignored option, if it is all of another program's.
        let isForeign = ForeignOption.named(name) != nil
        guard !name.isEmpty else { throw .isUnknown(nearest: nil) }
        let hits = rows.filter {
            !$0.isOwn && $0.long.hasPrefix(name) && !CurlOptions.laterNames.contains($0.long[...])
        }
        let unsupportedHits = CurlOptions.longNames.filter { candidate in
            candidate.hasPrefix(name) && !rows.contains { $0.long == candidate }
        }
        switch (hits.count, unsupportedHits.count) {
        case (1, 0): return (hits[0], false)
        case (0, 1) where !isForeign:
            if let row = IgnoredOptions.row(long: unsupportedHits.map(String.init).joined()) { return (row, false) }
            throw .isUnsupported
        case (0, 0): break
        case (0, _) where isForeign: break
        default: throw .isAmbiguous((hits.map(\.long) + unsupportedHits.map(String.init)).sorted())
        }
        let ownHits = isForeign ? [] : rows.filter { $0.isOwn && $0.long.hasPrefix(name) }
        switch ownHits.count {
        case 1: return (ownHits[0], false)
        case 0: throw unknown(name, nearest: nearest(to: name) { _ in true })
        default: throw .isAmbiguous(ownHits.map(\.long).sorted())
        }
    }
}

extension OptionTable {
    /// Another program's option is told first: it was meant, and not what is near to it.
    private func unknown(_ name: String, nearest: String?) -> OptionFault {
        if nearest != nil, ForeignOption.named(name) == nil { return .isUnknown(nearest: nearest) }
        return ForeignOption.fault(for: name) ?? .isUnknown(nearest: nil)
    }

    /// The name of the table that a name is a slip away from.
    private func nearest(to name: String, where isMeant: (Option) -> Bool) -> String? {
        // After = comes an argument.
        NearestName.of(String(name.prefix { $0 != "=" }), among: rows.filter(isMeant).map(\.long))
    }
}
