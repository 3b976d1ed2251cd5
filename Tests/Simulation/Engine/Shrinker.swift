/// Finds the smallest list of choices that still breaks the same rule.
///
/// Zero is the plainest choice, and a list that ends goes on with zeros: so a shorter list, and one with smaller numbers, is a
/// plainer world.
struct Shrinker {
    /// Runs a list: the kind of its fault, if any, and the choices that it really took.
    let run: ([UInt16]) -> (kind: String?, taken: [UInt16])
    /// The most lists to try.
    var budget = 3000

    /// Shrinks `choices`, which break a rule in the way `kind`.
    func shrink(_ choices: [UInt16], _ kind: String) -> [UInt16] {
        var best = Self.trimmed(choices)
        var left = budget
        /// Keeps `candidate` if it fails alike.
        func keeps(_ candidate: [UInt16]) -> Bool {
            left -= 1
            let trimmed = Self.trimmed(candidate)
            guard left > 0, trimmed != best else { return false }
            let end = run(trimmed)
            guard end.kind == kind else { return false }
            best = Self.trimmed(Array(end.taken.prefix(trimmed.count)))
            return true
        }
        var isSmaller = true
        while isSmaller, left > 0 {
            isSmaller = false
            // Less of it: halves, quarters, down to single choices.
            var size = max(1, best.count / 2)
            while size >= 1 {
                var start = 0
                while start < best.count, left > 0 {
                    let end = min(best.count, start + size)
                    let zeroed = best[..<start] + Array(repeating: 0, count: end - start) + best[end...]
                    if keeps(Array(best[..<start] + best[end...])) || keeps(Array(zeroed)) {
                        isSmaller = true
                    } else {
                        start += size
                    }
                }
                size /= 2
            }
            // Plainer: smaller numbers.
            for index in best.indices where index < best.count && best[index] > 0 {
                for smaller in [0, best[index] / 2, best[index] - 1] where index < best.count && smaller < best[index] {
                    var candidate = best
                    candidate[index] = smaller
                    if keeps(candidate) { isSmaller = true }
                }
            }
        }
        return best
    }

    /// Without the zeros at the end, which change nothing.
    private static func trimmed(_ choices: [UInt16]) -> [UInt16] {
        var choices = choices
        while choices.last == 0 { choices.removeLast() }
        return choices
    }
}
