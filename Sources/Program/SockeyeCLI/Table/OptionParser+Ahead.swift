/// What the words ahead say about those that are read first: `-H @pipe -m 1` waits no longer than `-m 1 -H @pipe`.
extension OptionParser {
    /// The `-m` of the operation whose words begin with `rest`; `nil` if it has none. Reads no file.
    func timeLimit(in rest: ArraySlice<[UInt8]>) -> Duration? {
        // A mistake ends the look, and is told where it is read.
        timeLimit { try? $0.read(rest) }
    }

    /// The same for the rest of a `-K` file.
    func timeLimit(in rest: ArraySlice<ConfigFile.Line>) -> Duration? {
        // The options of a long list of URLs have no such letter, and needn't be read twice.
        guard rest.contains(where: { $0.option.contains { $0 | 0x20 == UInt8(ascii: "m") } }) else { return nil }
        return timeLimit { ahead in
            for line in rest where !ahead.isDone {
                if (try? ahead.apply(line)) == nil { break }
            }
        }
    }

    private func timeLimit(after read: (inout OptionParser) -> Void) -> Duration? {
        var ahead = self
        ahead.looksAhead = true
        ahead.settings.transfer.timeLimit = nil
        read(&ahead)
        return ahead.settings.transfer.timeLimit
    }

    /// Takes an option's words. Only `-m` has an effect.
    mutating func pass(_ row: Option, isOn: Bool, rest: inout ArraySlice<[UInt8]>) {
        switch row.effect {
        case .flagOrWord(let take, _):
            if isOn, let word = rest.first, take(&settings, String(decoding: word, as: UTF8.self)) {
                rest.removeFirst()
            }
        case .next, .help, .show: isDone = true
        default: break
        }
    }
}
