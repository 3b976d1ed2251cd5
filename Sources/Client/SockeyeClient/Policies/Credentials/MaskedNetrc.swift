internal import SockeyeIO
internal import SockeyeRecording

extension Netrc {
    /// Such a file with its passwords, accounts, comments, macros and words without meaning replaced by filler of the same
    /// length, for a recording. Everything else is read from it as before.
    public static func masked(_ octets: [UInt8]) -> [UInt8] {
        // No word of it can be read, and so no password be found.
        if WrittenText.isUTF16(octets) { return octets.prefix(2) + Secrets.filler(octets.dropFirst(2)) }
        var result = octets
        func fill(_ range: Range<Int>) { result.replaceSubrange(range, with: Secrets.filler(octets[range])) }
        func fill(_ word: NetrcWords.Word) {
            let quotes = word.isQuoted ? 1 : 0
            fill((word.place.lowerBound + quotes)..<(word.place.upperBound - (word.isOpen ? 0 : quotes)))
        }
        var words = NetrcWords(octets)
        var end = words.position
        while true {
            let statement = words.next()
            // Between statements are spaces and comments.
            for line in octets[end..<(statement?.word.place.lowerBound ?? octets.endIndex)].split(separator: 0x0A) {
                guard let sign = line.firstIndex(of: UInt8(ascii: "#")) else { continue }
                fill((sign + 1)..<line.endIndex)
            }
            guard let statement else { return result }
            // Behind an open quote anything may be a password, and so may be a word that follows one.
            if statement.keyword == nil || statement.word.isOpen { fill(statement.word) }
            if let value = statement.value {
                let isSecret = statement.keyword == .password || statement.keyword == .account
                // What stands for a value left out keeps the file as faulty as it is.
                if value.isOpen || isSecret && statement.fault == nil { fill(value) }
            }
            if statement.keyword == .macdef {
                for index in statement.word.place.upperBound..<words.position where octets[index] > 0x20 {
                    result[index] = UInt8(ascii: "x")
                }
            }
            end = words.position
        }
    }
}
