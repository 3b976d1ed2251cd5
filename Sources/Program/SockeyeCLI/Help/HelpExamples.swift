/// The examples of `--help examples` and of the manual, in tldr's style. A test runs every one.
enum HelpExamples {
    /// What one wants, and the command line.
    struct Example: Sendable {
        let purpose: String
        let command: String

        init(_ purpose: String, _ command: String) { (self.purpose, self.command) = (purpose, command) }
    }

    /// The most wanted first.
    static let all = [
        Example("Print a page", "sockeye https://example.com/"),
        Example("Save a file under its own name", "sockeye -O https://example.com/file.bin"),
        Example("Follow redirects, fail on errors, and name the file", "sockeye -fL -o page.html https://example.com/"),
        Example(
            "Resume a download, in 8 parts", "sockeye -C - --segments 8 -O https://example.com/file.bin"),
        Example(
            "Save a file only if its digest is right",
            "sockeye -O --checksum @SHA256SUMS https://example.com/file.bin"),
        Example("Fetch every file of a list, several at once", "sockeye -fsS -Z --input-file list"),
        Example("Fetch one eighth of a list, on one of 8 machines", "sockeye -fsS -Z --input-file list --shard 0/8"),
        Example("Show the header fields of a response", "sockeye -I https://example.com/"),
        Example("Show what goes over the wire", "sockeye -v https://example.com/"),
        Example("Send a form", "sockeye -d name=salmon -d size=3 https://example.com/form"),
        Example("Send JSON", "sockeye --json '{\"name\": \"salmon\"}' https://example.com/api"),
        Example("Upload a file into a folder", "sockeye -T photo.jpg https://example.com/photos/"),
        Example("Send a file in a form", "sockeye -F photo=@photo.jpg https://example.com/form"),
        Example(
            "Log in, and keep the cookies for the next page",
            "sockeye -c jar -d user=me https://example.com/login --next -b jar https://example.com/account"),
        Example("Give a user name and password", "sockeye -u me:secret https://example.com/account"),
        Example(
            "Print one value of a JSON document", "sockeye --select 'videos[0].name' https://example.com/videos.json"),
        Example("Answer from a cache on disk what is still fresh", "sockeye --cache-dir cache https://example.com/"),
        Example("Print how long it took", "sockeye -s --out-null -w '%{time_total}\\n' https://example.com/"),
        Example("Print the Swift program that does the same", "sockeye --swift -L https://example.com/"),
    ]

    /// The text of `--help examples`.
    static var text: String { all.map { "- \($0.purpose):\n    \($0.command)\n" }.joined(separator: "\n") }

    /// The manual's, in roff.
    static func roff(_ escaped: (String) -> String) -> String {
        all.map { ".PP\n\(escaped($0.purpose)):\n.IP \"\" 4\n\\fB\(escaped($0.command))\\fR\n" }.joined()
    }
}
