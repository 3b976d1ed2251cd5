/// The manual page in roff (`man` macros), from the option table.
enum ManualPage {
    /// The whole page.
    static func roff(table: OptionTable = .standard) -> String {
        let options = ManualSection.all(of: table).map { section in
            ".SS \(escaped(section.title))\n" + section.options.map(entry).joined()
        }.joined()
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
            .SH EXAMPLES
            \(HelpExamples.roff(escaped)).SH DESCRIPTION
            .B sockeye
            speaks HTTP/1.1, plain or over TLS, and takes curl's options with curl's meaning and exit codes. A curl
            option that it does not support is refused with exit code 2, never ignored.
            .PP
            Several URLs are fetched one after another, reusing the connection for URLs on the same server. A URL
            without a scheme defaults to http.
            .PP
            Short options can be combined, and joined with an argument: \\fB\\-sSo file\\fR, \\fB\\-XPOST\\fR. The
            argument of a long option is the next word, or follows "=". \\fB\\-\\-no\\-\\fINAME\\fR switches a boolean off. A long name
            can be abbreviated as long as it is unambiguous. After \\fB\\-\\-\\fR everything is a URL.
            .SH FILES
            A regular file given with \\-o or \\-O is written as FILE.part and renamed when it is complete, so a file
            under its final name is always complete. Beside FILE.part is FILE.sockeye meanwhile, from which a later run
            resumes it. A FILE.part of another program has its name again afterwards; meanwhile, and beside a part that stays, it is
            FILE.part.1. A small file has no name at all until it is whole. Streams (\\-\\-connect, \\-\\-events, ws and wss) are written as they come, into
            the file itself, which stays whatever happens. If a name leaves no room for such an ending, a number replaces its end.
            .SH CALLED AS CURL
            By the name \\fBcurl\\fR, such as that of a link to it, the program has the surface that scripts for curl look at. What came
            of a file that fails is in FILE, in place of what was there, with FILE.sockeye beside it. Messages begin with "curl:", and
            those of the commonest failures have curl's words. Exit codes are curl's where others are more exact: 8 for what is not
            HTTP after a 100 or to HEAD, 61 for a transfer coding that was not asked for, 100 for too many fields, 18 for a head that is
            cut after its Content-Length, 43, 8 and 56 for bad answers to CONNECT, 2 for a bad line of a \\-K file or a missing
            \\-\\-cacert, \\-\\-crlfile or \\-\\-netrc\\-file, 90 for a pin without a key, 26 for \\-b FOLDER, 3 for a host name of 64 KiB, 8 for two
            Location fields that are not followed. Cookies and HSTS hosts are written with the permissions of the umask, and the path of
            a cookie without the slash that it ends in. \\-C NUMBER takes any Content-Range that begins there.
            .SH OPTIONS
            \(options).SH WRITE-OUT VARIABLES
            \(escaped(variables)).
            .PP
            Sizes are in bytes; times are in seconds with six decimals, from the start of the transfer. %header{NAME}
            is the first response header of that name, %header{NAME:all:SEPARATOR} all of them. "urle." instead of "url." means the URL fetched last. Text
            after %output{FILE} goes to that file, which is truncated first; %output{>>FILE} appends. %time{FORMAT} is
            the current time in UTC, formatted by strftime(3), with %f for microseconds.
            .SH EXIT CODES
            \(codes).SH OPTIONS WITHOUT EFFECT
            These options of curl are accepted and do nothing: they are for other protocols or other TLS libraries, or ask for
            what HTTP/1.1 over TLS 1.2 or later does anyway or a server need not grant.
            \(escaped(IgnoredOptions.names.map { "--\($0)" }.joined(separator: ", "))).
            .SH WHERE IT DIFFERS FROM CURL, AND WHY
            \(differences.map { ".IP \\(bu 3\n\(escaped($0))\n" }.joined()).SH SEE ALSO
            .BR curl (1)

            """
    }

    /// What scripts can see that curl does otherwise, each with its reason. Tests/Parity has the cases.
    private static let differences = [
        "A body that is cut is an error in any coding, and keeps the name FILE.part: FILE is never half a body, unless the program"
            + " is called curl.",
        "A head that is cut is an error: it is no answer.",
        "-C - compares what FILE has with the server's bytes before it adds any: they may be of another file. A FILE as"
            + " long as the server's is compared even if the server ignores ranges.",
        "A file of -o or -D that cannot be written is refused before anything is sent.",
        "Two options that name one file, of which one would lose what the other reads or writes, are an error, as is a file"
            + " of --hsts or -c that cannot be read: it would be replaced by one with less in it.",
        "Cookies given with -b, and a Host and secrets given with -H (X-Api-Key, Private-Token and the like, which curl sends), are kept for the first origin: another port is another origin. A"
            + " final dot makes no other domain for cookies.",
        "A file name from a server is made safe: no folder, no leading dot or dash. filename* goes before filename, as"
            + " RFC 6266 says, and a name of which nothing is left is ignored.",
        "Two Content-Length or two Location fields that differ are an error: which one is meant cannot be known. So are"
            + " a length that is not a number and a status that has not three digits.",
        "A carriage return without a line feed, NUL, a line without a colon, and whatever could be meant as"
            + " Content-Length or Transfer-Encoding in a malformed line are refused: others may read another message there.",
        "A line break in a header is refused: it would let a value add headers.",
        "-H \"Content-Length: N\" without such a body is refused: the server would wait for it.",
        "A page that -f refuses is read if it is short, so that its connection can be used again.",
        "A 304 is no redirect, as RFC 9110 says.",
        "Digest signs for a proxy the whole URL that it is sent, as RFC 7616 says, and a challenge that gives a parameter twice is not"
            + " answered.",
        "The login of an ftp: URL is sent to the proxy in Authorization alone, since request lines are written to logs.",
        "A Location with the zone of an IPv6 address is refused, as RFC 9844 says.",
        "An answer 101 ends the transfer: what follows is not HTTP.",
        "A part of -F has the type of its name among all media types, and a second -d @- sends the same again.",
        "Every request is sent as HTTP/1.1, whatever version the last answer had, unless -0 is given.",
        "--create-file-mode applies to downloads.",
        "An absolute name of -o is that file, whatever --output-dir says: curl puts the folder before it.",
        "Only HTTP and file: are spoken: a redirect to another scheme is refused, and there is no HTTP/2 to upgrade to.",
        "A redirect from https to http needs --proto-redir that names http.",
        "A URL is read by the URL Standard where curl refuses it or sends it as it is: a backslash is a slash, and a redirect's"
            + " quotes are encoded.",
        "A cookie's attribute that is malformed is ignored, a cookie without a name is its value alone, and a request has one"
            + " Cookie, as RFC 6265bis says.",
        "A redirect that drops the body drops its Content-Type too, and repeats a PUT whole.",
        "A request is not retried once bytes of its body are on standard output: they would be there twice. The pages of"
            + " statuses that --retry repeats are there each time, as in curl.",
        "A POST is not sent again when a kept connection turns out to be closed (52), as RFC 9110 section 9.2.2 says: the"
            + " server may have carried it out.",
        "-C - never writes an error page to FILE: without -f too, the exit code is 22.",
        "The name of a local file must be UTF-8.",
        "A cookie of a file that every host below a public suffix would get is for the suffix alone, and one that breaks the"
            + " rules of its prefix (__Secure-, __Host-) is dropped.",
        "-Z shows a line for each file instead of one for all, on a terminal. With --fail-early its exit code is the first failure's:"
            + " curl gives that of the transfers it cancelled.",
        "Messages are our own.",
    ]

    /// The entry of an option.
    static func entry(_ option: Option) -> String {
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
