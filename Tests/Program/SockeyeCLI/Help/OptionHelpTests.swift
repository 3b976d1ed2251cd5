import Testing

@testable import SockeyeCLI

struct OptionHelpTests {
    @Test(
        "--help with an option shows what the manual says of it",
        arguments: [
            ("-L", "       -L, --location\n", "              "), ("--location", "       -L, --location\n", "redirect"),
            ("--segments", "       --segments N|auto\n", "parts"),
            ("--segments=8", "       --segments N|auto\n", "parts"),
            ("segments", "       --segments N|auto\n", "Other options that mention 'segments':\n"),
            ("--seg", "       --segments N|auto\n", ""), ("--no-silent", "       -s, --silent\n", ""),
            ("--expand-data", "       -d, --data data\n", ""),
            ("-H", "       -H, --header ", "Can be given several times."),
            ("--ftp-pasv", "--ftp-pasv is accepted and does nothing", "\n"),
            ("--quiet", "option --quiet: is wget's: write -s\n", ""),
            ("--outpt", "option --outpt: is unknown: is --output meant?\n", ""),
            ("--s", "option --s: is ambiguous: ", ""), ("--http3", "option --http3: is an option of curl that", ""),
        ])
    func options(_ word: String, _ start: String, _ part: String) {
        let text = HelpText.text(category: word)
        #expect(text.hasPrefix(start) && text.contains(part), "\(text)")
    }

    @Test(
        "A word that is no category is searched for in names and texts",
        arguments: [
            ("aria2", ["Options that mention 'aria2':\n", "--input-file", "--checksum"]),
            ("COOKIE-J", ["-c, --cookie-jar "]),
            ("netrc-", ["Options with 'netrc-' in the name:\n", "--netrc-file", "--netrc-optional"]),
            ("nonsense", ["There is no category and no option 'nonsense'", " downloads "]),
            ("", ["There is no category"]), ("-", ["There is no category"]), ("\u{1B}[2J", ["'\\u{1B}[2J'"]),
        ])
    func search(_ word: String, _ parts: [String]) {
        let text = HelpText.text(category: word)
        for part in parts { #expect(text.contains(part), "\(part) in \(text)") }
        #expect(!text.contains("\u{1B}"))
    }

    @Test("Names and words come before the search", arguments: ["tls", "proxy", "downloads", "cookies", "http", "all"])
    func categories(_ word: String) { #expect(HelpText.text(category: word).hasPrefix("Usage: ")) }

    @Test(
        "--manual shows the manual, whatever follows",
        arguments: [["--manual"], ["-M"], ["--man"], ["-M", "--nonsense"]])
    func manual(_ words: [String]) throws { #expect(try parse(words).action == .manual) }

    @Test("The manual as text has each option and no markup, and fits", arguments: [40, 80, 100])
    func text(_ width: Int) {
        let text = ManualText.whole(width: width)
        for row in OptionTable.standard.rows { #expect(text.contains("--\(row.shownName)"), "\(row.long)") }
        for line in text.split(separator: "\n") {
            let isWord = line.drop { $0 == " " }.split(separator: " ").count <= 1
            #expect(
                Columns.width(of: String(line)) <= width || isWord || line.contains("--") || line.contains("sockeye -"))
            #expect(!line.contains("\\f") && !line.contains("\\-") && !line.hasPrefix("."), "\(line)")
        }
        #expect(!text.contains("\n\n\n"))
        #expect(text.contains("sockeye [options...] url...\n") && text.contains("\nEXIT CODES\n       0    The"))
    }

    @Test(
        "The macros of the page",
        arguments: [
            (".SH A\ntext \\fBb\\fR\nmore\n", "A\n       text b more\n"),
            (".SH A\n.PP\nx\n.PP\ny\n", "A\n       x\n\n       y\n"),
            (".TP\n\\fB\\-x\\fR\nlong words here\n", "       -x\n              long words\n              here\n"),
            (".IP \\(bu 3\nx \\e n\n.IP 12 5\n\\&.y\n", "       •  x \\ n\n       12   .y\n"),
            ("a\n.BR curl (1)\n.B b c\n", "       a curl(1) b c\n"),
        ])
    func macros(_ roff: String, _ text: String) { #expect(ManualText.text(ofRoff: roff, width: 26) == text) }
}
