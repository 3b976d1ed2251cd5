import TestSupport
import Testing

/// The program against Apache httpd, compared with curl: credentials, codings, ranges.
struct ApacheTests {
    private static let base = "http://127.0.0.1:PORT"
    private static let known = ["-u", "user:secret"]
    private static let codes = ["-o", "/dev/null", "-w", "%{http_code} %{size_download} %{num_connects}"]

    private static let lines: [[String]] = [
        ["-i", base + "/files/lines.txt"], ["-I", base + "/files/lines.txt"],
        codes + [base + "/basic/lines.txt"], codes + known + [base + "/basic/lines.txt"],
        codes + ["-u", "user:wrong", base + "/basic/lines.txt"],
        codes + known + ["--anyauth", base + "/basic/lines.txt"],
        codes + known + ["--digest", base + "/digest/lines.txt"],
        codes + known + ["--anyauth", base + "/digest/lines.txt"],
        codes + ["-u", "user:wrong", "--digest", base + "/digest/lines.txt"],
        codes + known + ["--digest", base + "/digest/lines.txt", base + "/digest/lines.txt?again"],
        known + ["--digest", base + "/digest/lines.txt"],
        ["--compressed", base + "/files/lines.txt"], ["--compressed", "-I", base + "/files/lines.txt"],
        codes + ["--compressed", base + "/files/lines.txt"],
        ["-H", "Accept-Encoding: gzip", "-w", "%{size_download}", "-o", "/dev/null", base + "/files/lines.txt"],
        ["-i", "-r", "10-19", base + "/files/lines.txt"], ["-r", "-7", base + "/files/lines.txt"],
        ["-r", "0-4,10-14", "-w", "%{http_code} %{size_download}", "-o", "/dev/null", base + "/files/lines.txt"],
        codes + ["-r", "99999999-", base + "/files/lines.txt"], codes + ["-f", base + "/files/none"],
        ["-L", "-w", "%{url_effective} %{http_code}", "-o", "/dev/null", base + "/files"],
    ]

    @Test(.enabled(if: Apache.path != nil, "apache2 is not installed")) func sameAsCurl() async throws {
        let server = try await Apache(#require(Apache.path))
        try server.folder.write("files/lines.txt", (0..<5000).map { "line \($0)\n" }.joined())
        for line in Self.lines {
            let words = ["-sS", "-m", "20"] + line.map { $0.replacing("PORT", with: "\(server.port)") }
            async let ours = Program.run(SideBySide.sockeye, words, environment: SideBySide.noProxies)
            async let theirs = Program.run(SideBySide.curl, words, environment: SideBySide.noProxies)
            let (our, their) = try await (ours, theirs)
            #expect(our.status == their.status, "\(line): \(our.errorText) where curl says \(their.errorText)")
            #expect(withoutDate(our.text) == withoutDate(their.text), "\(line)")
        }
        await server.stop()
    }

    private func withoutDate(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("Date: ") }.joined(separator: "\n")
    }
}
