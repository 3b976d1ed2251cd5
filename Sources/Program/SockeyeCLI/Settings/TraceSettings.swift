/// `-v`, `--trace` and related options.
struct TraceSettings: Equatable, Sendable {
    /// The form of the trace; the last option wins.
    enum Form: Equatable, Sendable {
        case none
        /// `-v`: readable lines on standard error.
        case verbose
        /// `--trace`: every byte of heads and bodies, in hexadecimal and as text.
        case hexadecimal(file: String)
        /// `--trace-ascii`: text only.
        case text(file: String)
    }

    var form = Form.none
    /// `--explain`.
    var explains = false
    /// `--trace-time`.
    var showsTime = false
    /// `--trace-ids`.
    var showsIdentifiers = false

    /// Reads the list of `--trace-config`: `ids`, `time`, `all`; a leading minus switches one off.
    ///
    /// - Returns: the unknown words.
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
