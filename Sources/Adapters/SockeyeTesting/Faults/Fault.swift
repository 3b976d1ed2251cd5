/// A fault with its argument, as `truncate=100`.
package struct Fault: Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    package let kind: FaultKind
    /// How much of it; 0 for a fault without an argument.
    package let amount: Int

    /// The most that an argument may be: sums of it and a length don't overflow.
    private static let most = 1 << 40

    /// The most in one list: some of them take much memory each.
    private static let listLimit = 100

    /// A fault; without an amount, of the usual one; an amount out of range becomes the next that is in it.
    package init(_ kind: FaultKind, _ amount: Int? = nil) {
        self.kind = kind
        self.amount = min(Self.most, max(Self.least(kind), amount ?? kind.row.argument?.usual ?? 0))
    }

    /// The least that an argument may be: pieces of nothing would never end.
    private static func least(_ kind: FaultKind) -> Int {
        kind == .split || kind == .rate ? 1 : 0
    }

    /// Why a text names no fault.
    package struct Mistake: Error, Sendable, Hashable {
        /// What is wrong with it, in words.
        package let text: String
    }

    /// Reads `NAME`, `NAME=AMOUNT`, or several with commas in between.
    ///
    /// - Throws: `Mistake` for an unknown name, an amount that isn't a decimal number, one where none belongs, or
    ///   more than 100 faults.
    package static func list(parsing text: String) throws(Mistake) -> [Fault] {
        var faults: [Fault] = []
        guard text.utf8.count(where: { $0 == UInt8(ascii: ",") }) < listLimit else {
            throw Mistake(text: "more than \(listLimit) faults")
        }
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = words.first.map(String.init) ?? ""
            guard let kind = FaultKind(rawValue: name) else {
                throw Mistake(text: "there is no fault '\(name)'; --faults lists them")
            }
            guard words.count > 1 else {
                faults.append(Fault(kind))
                continue
            }
            guard let argument = kind.row.argument else {
                throw Mistake(text: "the fault \(name) takes no argument")
            }
            guard let amount = words[1].isEmpty ? nil : decimal(words[1]), amount <= most else {
                throw Mistake(text: "the argument of \(name) is a number (\(argument.unit))")
            }
            if amount < least(kind) { throw Mistake(text: "the argument of \(name) is above 0") }
            faults.append(Fault(kind, amount))
        }
        return faults
    }

    /// `NAME` or `NAME=AMOUNT`.
    package var description: String {
        kind.row.argument == nil ? kind.name : "\(kind.name)=\(amount)"
    }
}
