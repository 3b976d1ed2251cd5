// Five functions of the standard library's `_StringProcessing`, written plainly under their own symbols, for programs
// linked statically that are to be small.
//
// The real ones live in one object file with the whole of the regular-expression engine, which brings the names of all
// Unicode characters along: 1.3 of the 10.7 MB that the stripped `sockeye` would have, for the sake of a `split` by "; "
// in HTTPTypes and a few searches of ours. With this target among a program's, the linker never opens that archive. A
// program that uses another part of it fails to link with "duplicate symbol": it has to do without this target, or
// without that part.

extension Collection where Element: Equatable {
    /// `split(separator: "; ")` of `_StringProcessing`, with its meaning.
    @_silgen_name(
        "$sSl17_StringProcessingSQ7ElementRpzrlE5split9separator9maxSplits25omittingEmptySubsequencesSay11SubSequenceQzGqd___SiSbtSlRd__ABQyd__ACRSlF"
    )
    public func leanSplit<Separator: Collection>(
        separator: Separator, maxSplits: Int, omittingEmptySubsequences: Bool
    ) -> [SubSequence] where Separator.Element == Element {
        var parts: [SubSequence] = []
        var start = startIndex
        while parts.count < maxSplits, let found = leanRange(of: separator, from: start) {
            if !omittingEmptySubsequences || start < found.lowerBound { parts.append(self[start..<found.lowerBound]) }
            start = found.upperBound
        }
        if !omittingEmptySubsequences || start < endIndex { parts.append(self[start...]) }
        return parts
    }

    /// `ranges(of:)` of `_StringProcessing`, with its meaning.
    @_silgen_name(
        "$sSl17_StringProcessingSQ7ElementRpzrlE6ranges2ofSaySny5IndexQzGGqd___tSlRd__ABQyd__ACRSlF"
    )
    public func leanRanges<Other: Collection>(of other: Other) -> [Range<Index>] where Other.Element == Element {
        var ranges: [Range<Index>] = []
        var start = startIndex
        while let found = leanRange(of: other, from: start) {
            ranges.append(found)
            start = found.upperBound
        }
        return ranges
    }

    /// The first place at or after `start` where `other` stands; an empty `other` stands nowhere.
    fileprivate func leanRange<Other: Collection>(of other: Other, from start: Index) -> Range<Index>?
    where Other.Element == Element {
        guard let first = other.first else { return nil }
        var candidate = start
        while candidate < endIndex {
            if self[candidate] == first {
                var (mine, others) = (candidate, other.startIndex)
                while others < other.endIndex, mine < endIndex, self[mine] == other[others] {
                    formIndex(after: &mine)
                    other.formIndex(after: &others)
                }
                if others == other.endIndex { return candidate..<mine }
            }
            formIndex(after: &candidate)
        }
        return nil
    }
}

extension BidirectionalCollection where Element: Comparable {
    /// `firstRange(of:)` of `_StringProcessing`, with its meaning.
    @_silgen_name(
        "$sSK17_StringProcessingSL7ElementRpzrlE10firstRange2ofSny5IndexQzGSgqd___tSlRd__ABQyd__ACRSlF"
    )
    public func leanFirstRange<Other: Collection>(of other: Other) -> Range<Index>? where Other.Element == Element {
        leanRange(of: other, from: startIndex)
    }
}

extension RangeReplaceableCollection where Element: Equatable {
    /// `replacing(_:with:maxReplacements:)` of `_StringProcessing`, with its meaning.
    @_silgen_name(
        "$sSm17_StringProcessingSQ7ElementRpzrlE9replacing_4with15maxReplacementsxqd___qd_0_SitSlRd__SlRd_0_ABQyd__ACRSABQyd_0_AGRSr0_lF"
    )
    public func leanReplacing<Other: Collection, Replacement: Collection>(
        _ other: Other, with replacement: Replacement, maxReplacements: Int
    ) -> Self where Other.Element == Element, Replacement.Element == Element {
        var result = Self()
        var (start, count) = (startIndex, 0)
        while count < maxReplacements, let found = leanRange(of: other, from: start) {
            result.append(contentsOf: self[start..<found.lowerBound])
            result.append(contentsOf: replacement)
            (start, count) = (found.upperBound, count + 1)
        }
        result.append(contentsOf: self[start...])
        return result
    }
}

extension StringProtocol {
    /// `contains(_: String)` of `_StringProcessing`, with its meaning.
    @_silgen_name("$sSy17_StringProcessingE8containsySbSSF")
    public func leanContains(_ other: String) -> Bool {
        other.isEmpty || leanRange(of: other, from: startIndex) != nil
    }
}
