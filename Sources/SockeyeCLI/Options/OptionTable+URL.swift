// Options about how URLs are read.
extension OptionTable {
    static let urlRows: [Option] = [
        .flag(
            "globoff", "g", [.curl], "Disable URL sequences and ranges using {} and []",
            """
            Takes braces and brackets in URLs for what they are. Otherwise {one,two} stands for each of its words, \
            [1-10], [001-100] and [a-z] for each number or letter, with ":N" before the bracket's end for every Nth; a \
            backslash before one of them takes its meaning away. "#1" in the name of -o is what the first of them gave.
            """
        ) { $0.transfer.globsOff = $1 }
    ]
}
