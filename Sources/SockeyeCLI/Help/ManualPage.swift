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
            speaks HTTP/1.1, over TLS or plain, and takes curl's options with curl's meaning and exit codes. An option of
            curl that it does not support is refused with exit code 2, never ignored.
            .PP
            Several URLs are fetched one after another, over the same connection when they share a server. A URL
            without a scheme is taken for http.
            .PP
            Letters can be clustered and joined with an argument: \\fB\\-sSo file\\fR, \\fB\\-XPOST\\fR. The argument of a long option
            is the next word. \\fB\\-\\-no\\-\\fINAME\\fR switches a boolean off. A long name may be cut short while it is
            unambiguous. After \\fB\\-\\-\\fR everything is a URL.
            .SH FILES
            A regular file given with \\-o or \\-O is written as FILE.part and renamed when it is complete. What stands under
            the final name is whole.
            .SH OPTIONS
            \(options).SH WRITE-OUT VARIABLES
            \(escaped(variables)).
            .PP
            Sizes are in bytes, times in seconds with six decimals, counted from the start of the transfer. %header{NAME}
            is the first response field of that name. "urle." instead of "url." means the URL fetched last. What follows
            %output{FILE} goes to that file, which is emptied, or with %output{>>FILE} to its end. %time{FORMAT} is the
            present in UTC by strftime(3), where %f is the microseconds.
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
                " May be given several times."
            } else if option.takesArgument {
                " Given several times, the last one counts."
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

    /// Text that roff prints as it is: backslashes and dashes escaped, no line taken for a request.
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
