/// Finds the name that was meant by one that doesn't exist.
enum NearestName {
    /// The nearest of the names: one or two slips away. In a short name two slips would make any other, so there one is all.
    ///
    /// Of names as near as each other, the first in the alphabet.
    static func of(_ word: String, among names: [String]) -> String? {
        let most = word.utf8.count < 5 ? 1 : 2
        let letters = Array(word.utf8)
        return
            names
            // A slip adds or drops at most one letter.
            .filter { abs($0.utf8.count - letters.count) <= most }
            .map { (slips: slips(from: letters, to: Array($0.utf8)), name: $0) }
            .filter { $0.slips <= most }
            .min { ($0.slips, $0.name) < ($1.slips, $1.name) }?
            .name
    }

    /// How many letters are missing, too many, wrong, or swapped with their neighbours (the optimal string alignment).
    private static func slips(from word: [UInt8], to name: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...name.count)
        for (row, letter) in word.enumerated() {
            var next = [row + 1]
            for (column, other) in name.enumerated() {
                var least = min(last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, letter == name[column - 1], word[row - 1] == other {
                    least = min(least, beforeLast[column - 1] + 1)
                }
                next.append(least)
            }
            (beforeLast, last) = (last, next)
        }
        return last[name.count]
    }
}
