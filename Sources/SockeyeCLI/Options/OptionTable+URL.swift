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
        ) { $0.transfer.globsOff = $1 },
        .flag(
            "parallel-immediate", nil, [.connection, .curl], "Do not wait for multiplexing (with --parallel)",
            "Each transfer of -Z gets a connection of its own at once, as it does anyway: HTTP/1.1 does not multiplex."
        ) { _, _ in },
        .value(
            "rate", nil, "max request rate", [.connection], "Request rate for serial transfers",
            """
            Begins at most so many transfers in a time: "2/s", "10/m", "100/h" or "5/d", with a number before the unit \
            for several of them; an hour without a unit. Without effect on -Z and on retries.
            """
        ) { settings, value throws(OptionFault) in
            settings.leastInterval = try RateArgument.interval(try value.text())
        },
        .value(
            "variable", nil, "[%]name=text/@file", [.curl], "Set variable",
            """
            Sets a variable to a text or to a file's contents, "name[0-99]@file" to those bytes of them. "%name" takes it \
            from the environment, where it must be unless a text or a file follows. An option with "expand-" before its \
            name, such as --expand-data, has {{name}} replaced in its argument; {{name:trim}}, json, url, b64 and 64dec \
            change what is put there, one after another; "\\{{" stays as it is. It is wiped from the process list.
            """,
            accumulates: true
        ) { settings, value throws(OptionFault) in try settings.variables.set(value) },
    ]
}
