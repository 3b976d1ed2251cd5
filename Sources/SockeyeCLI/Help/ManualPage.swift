/// The manual page in roff (`man` macros), from the option table.
enum ManualPage {
    /// The whole page.
    static func roff(table: OptionTable = .standard) -> String {
        let options = table.rows.sorted { $0.shownName < $1.shownName }.map(entry).joined()
        let variables =
            (WriteOutVariable.allCases.map(\.rawValue) + WriteOutURLPart.allCases.map { "url.\($0.rawValue)" }
            + ["header_json", "json", "onerror", "stderr", "stdout"])
            .sorted().joined(separator: ", ")
        let codes = ExitCode.allCases.map { ".IP \($0.rawValue) 5\n\(escaped($0.meaning)).\n" }.joined()
        return """
            .TH SOCKEYE 1 "" "sockeye \(ProgramVersion.number)" "Sockeye manual"
            .SH NAME
            sockeye \\- fetch URLs over HTTP and HTTPS, with curl's options
            .SH SYNOPSIS
            .B sockeye
            .RI [ options ...]
            .IR url ...
            .SH DESCRIPTION
            .B sockeye
            speaks HTTP/1.1, plain or over TLS, and takes curl's options with curl's meaning and exit codes. A curl
            option that it does not support is refused with exit code 2, never ignored.
            .PP
            Several URLs are fetched one after another, reusing the connection for URLs on the same server. A URL
            without a scheme defaults to http.
            .PP
            Short options can be combined, and joined with an argument: \\fB\\-sSo file\\fR, \\fB\\-XPOST\\fR. The
            argument of a long option is the next word. \\fB\\-\\-no\\-\\fINAME\\fR switches a boolean off. A long name
            can be abbreviated as long as it is unambiguous. After \\fB\\-\\-\\fR everything is a URL.
            .SH FILES
            A regular file given with \\-o or \\-O is written as FILE.part and renamed when it is complete, so a file
            under its final name is always complete.
            .SH OPTIONS
            \(options).SH WRITE-OUT VARIABLES
            \(escaped(variables)).
            .PP
            Sizes are in bytes; times are in seconds with six decimals, from the start of the transfer. %header{NAME}
            is the first response header of that name. "urle." instead of "url." means the URL fetched last. Text
            after %output{FILE} goes to that file, which is truncated first; %output{>>FILE} appends. %time{FORMAT} is
            the current time in UTC, formatted by strftime(3), with %f for microseconds.
            .SH EXIT CODES
            \(codes).SH SEE ALSO
            .BR curl (1)

            """
    }

    private static func entry(_ option: Option) -> String {
        let letter = option.short.map { "\\fB\(escaped("-\($0)"))\\fR, " } ?? ""
        let argument = option.placeholder.map { " \\fI\(escaped($0))\\fR" } ?? ""
        let repetition =
            if option.accumulates {
                " Can be given several times."
            } else if option.takesArgument {
                " If given several times, the last one is used."
            } else {
                ""
            }
        let default_ = option.isOnByDefault ? " \\fB\(escaped("--" + option.long))\\fR switches it on again." : ""
        return """
            .TP
            \(letter)\\fB\(escaped("--" + option.shownName))\\fR\(argument)
            \(escaped(option.manual))\(repetition)\(default_)

            """
    }

    /// Text that roff prints literally: backslashes and dashes escaped, and no line taken for a request.
    private static func escaped(_ text: String) -> String {
        var roff = ""
        for character in text {
            switch character {
            case "\\": roff += "\\e"
            case "-": roff += "\\-"
            default: roff.append(character)
            }
        }
        return roff.hasPrefix(".") || roff.hasPrefix("'") ? "\\&" + roff : roff
    }
}
