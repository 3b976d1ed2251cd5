internal import SockeyeBytes
internal import SockeyeIO

extension TimeOfDay {
    /// For `%time{format}`: in UTC, formatted by `strftime(3)`, with `%f` for microseconds as our addition.
    func written(_ format: String) -> String {
        var expanded = ""
        var rest = format[...]
        while let character = rest.popFirst() {
            if character == "%", let next = rest.popFirst() {
                expanded += next == "f" ? ASCII.padded(nanoseconds / 1000, to: 6) : "%\(next)"
            } else {
                expanded.append(character)
            }
        }
        return text(expanded)
    }
}
