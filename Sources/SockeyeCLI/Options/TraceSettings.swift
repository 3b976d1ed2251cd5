/// What `-v` and `--trace` and its kin ask for.
struct TraceSettings: Equatable, Sendable {
    /// How what happens is shown; the last option wins.
    enum Form: Equatable, Sendable {
        case none
        /// `-v`: lines for a reader, on standard error.
        case verbose
        /// `--trace`: every byte of heads and bodies, in hexadecimal digits and as text.
        case hexadecimal(file: String)
        /// `--trace-ascii`: the text alone.
        case text(file: String)
    }

    var form = Form.none
    /// `--trace-time`.
    var showsTime = false
    /// `--trace-ids`.
    var showsIdentifiers = false

    /// Reads the list of `--trace-config`: `ids`, `time`, `all`, each with a minus before it to switch it off.
    ///
    /// - Returns: the words that mean nothing here.
    mutating func configure(_ list: String) -> [String] {
        var unknown: [String] = []
        for word in list.split(whereSeparator: { $0 == "," || $0 == " " }) {
            let isOn = !word.hasPrefix("-")
            switch word.drop(while: { $0 == "-" || $0 == "+" }).lowercased() {
            case "ids": showsIdentifiers = isOn
            case "time": showsTime = isOn
            case "all": (showsIdentifiers, showsTime) = (isOn, isOn)
            default: unknown.append(String(word))
            }
        }
        return unknown
    }
}
