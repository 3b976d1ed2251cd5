internal import SockeyeRecording

extension Netrc {
    /// Such a file with its passwords, accounts, comments and macros replaced by filler of the same length, for a recording.
    /// Everything else is read from it as before.
    public static func masked(_ octets: [UInt8]) -> [UInt8] {
        var result = octets
        func fill(_ range: Range<Int>) { result.replaceSubrange(range, with: Secrets.filler(octets[range])) }
        var words = NetrcWords(octets)
        var (end, isSecret, isKeyword) = (0, false, true)
        while true {
            let word = words.next()
            // Between words are spaces and comments.
            let between = octets[end..<(word?.place.lowerBound ?? octets.endIndex)]
            for line in between.split(separator: 0x0A) {
                guard let sign = line.firstIndex(of: UInt8(ascii: "#")) else { continue }
                fill((sign + 1)..<line.endIndex)
            }
            guard let word else { return result }
            end = word.place.upperBound
            // Behind an open quote anything may be a password.
            if isSecret || word.isOpen {
                let quotes = word.isQuoted ? 1 : 0
                fill((word.place.lowerBound + quotes)..<(end - (word.isOpen ? 0 : quotes)))
            }
            (isKeyword, isSecret) = (!isKeyword, false)
            if isKeyword { continue }
            switch Keyword(word) {
            case .machine, .login: break
            case .password, .account: isSecret = true
            case .macdef:
                words.skipMacro()
                for index in end..<words.position where octets[index] > 0x20 { result[index] = UInt8(ascii: "x") }
                end = words.position
                isKeyword = true
            case .default, nil: isKeyword = true
            }
        }
    }
}
