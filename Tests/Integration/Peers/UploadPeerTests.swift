import Glibc
import TestSupport
import Testing

/// Uploads to other servers, which parse and store them.
struct UploadPeerTests {
    private static func run(_ arguments: String..., in folder: TemporaryFolder) async throws -> String {
        let end = try await Program.run(
            "/bin/sh", ["-c", "cd '\(folder.path)' && exec \"$0\" \"$@\"", SideBySide.sockeye, "-sS"] + arguments,
            environment: ["HOME": folder.path], seconds: 60)
        #expect(end.status == 0, "\(end.errorText)")
        return end.text
    }

    private static func digest(_ path: String) async throws -> String {
        String(try await Program.run("/usr/bin/openssl", ["dgst", "-sha256", "-r", path]).text.prefix(64))
    }

    /// Makes a file in which every line is different.
    private static func fill(_ folder: TemporaryFolder, _ name: String, _ lines: Int) throws {
        try folder.write(
            name, (0..<lines).map { "\(name) \($0) \(String(repeating: "é\r\n--", count: $0 % 5))\n" }.joined())
    }

    @Test(.enabled("Flask is not installed") { await Flask.isInstalled() }) func aFormIsParsedByFlask() async throws {
        let flask = try await Flask()
        let folder = try TemporaryFolder()
        try Self.fill(folder, "large.txt", 50_000)
        try Self.fill(folder, "a \"b\";c,d.png", 3)
        try folder.write("empty", "")
        let text = try await Self.run(
            "-F", "user=张三", "-F", "n=1", "-F", "n=2", "-F", "with=a=b&c", "--form-string", "raw=@large.txt;type=x/y",
            "-F", "text=<empty", "-F", "file=@large.txt", "-F", "file[]=@\"a \\\"b\\\";c,d.png\";type=image/x",
            "-F", "file[]=@empty;filename=\"größe \\\"x\\\"\"", "http://127.0.0.1:\(flask.port)/form", in: folder)
        let large = try await Self.digest(folder.file("large.txt"))
        let odd = try await Self.digest(folder.file("a \"b\";c,d.png"))
        let empty = try await Self.digest(folder.file("empty"))
        let (largeSize, oddSize) = (try folder.read("large.txt").count, try folder.read("a \"b\";c,d.png").count)
        let flat = text.filter { !$0.isWhitespace }
        #expect(
            flat.contains(
                "\"fields\":[[\"user\",\"\\u5f20\\u4e09\"],[\"n\",\"1\"],[\"n\",\"2\"],[\"with\",\"a=b&c\"],"
                    + "[\"raw\",\"@large.txt;type=x/y\"],[\"text\",\"\"]]"), "\(text)")
        #expect(flat.contains("[\"file\",\"large.txt\",\"text/plain\",\(largeSize),\"\(large)\"]"), "\(text)")
        // A quote is sent as %22, as browsers do, which the parser leaves as it is.
        #expect(flat.contains("[\"file[]\",\"a%22b%22;c,d.png\",\"image/x\",\(oddSize),\"\(odd)\"]"), "\(text)")
        #expect(
            flat.contains(
                "[\"file[]\",\"gr\\u00f6\\u00dfe%22x%22\",\"application/octet-stream\",0,\"\(empty)\"]"), "\(text)")
        await flask.stop()
    }

    @Test(
        .enabled("Flask is not installed") { await Flask.isInstalled() },
        arguments: [[], ["-H", "Transfer-Encoding: chunked"], ["--limit-rate", "20M"], ["-C", "1000"]] as [[String]])
    func aFileArrivesAtFlask(_ more: [String]) async throws {
        let flask = try await Flask()
        let folder = try TemporaryFolder()
        try Self.fill(folder, "file", 150_000)
        var sent = "file"
        if more.first == "-C" {
            _ = try await Program.run(
                "/bin/sh", ["-c", "tail -c +1001 \(folder.file("file")) > \(folder.file("rest"))"])
            sent = "rest"
        }
        let end = try await Program.run(
            SideBySide.sockeye, ["-sS", "-T", folder.file("file"), "http://127.0.0.1:\(flask.port)/put/"] + more,
            seconds: 60)
        #expect(end.status == 0, "\(end.errorText)")
        // Its development server doesn't support chunked bodies and leaves them unread.
        if more.first != "-H" {
            let digest = try await Self.digest(folder.file(sent))
            #expect(end.text.contains(digest), "\(end.text) \(end.errorText)")
        }
        await flask.stop()
    }

    @Test(.enabled(if: Nginx.path != nil, "nginx is not installed"), arguments: [false, true])
    func aFileIsPutToNginx(_ secure: Bool) async throws {
        let path = try #require(Nginx.path)
        let nginx = try await Nginx(path)
        let folder = try TemporaryFolder()
        try Self.fill(folder, "file", 200_000)
        let url =
            secure
            ? "https://127.0.0.1:\(nginx.securePort)/dav/new/" : "http://127.0.0.1:\(nginx.plainPort)/dav/new/"
        let status = try await Self.run(
            "-T", "file", "--cacert", nginx.folder.file("certificate.pem"), "-w", "%{http_code} %{size_upload}", url,
            in: folder)
        let size = try folder.read("file").count
        #expect(status == "201 \(size)")
        #expect(try nginx.folder.read("dav/new/file") == folder.read("file"))
        // Again, from a pipe, in chunks.
        let end = try await Program.run(
            "/bin/sh",
            [
                "-c",
                "cat file | \"$0\" -sS -T - -w '%{http_code}' --cacert '\(nginx.folder.file("certificate.pem"))' \(url)file",
                SideBySide.sockeye,
            ].map { $0.replacing("cat file", with: "cat '\(folder.file("file"))'") }, seconds: 60)
        #expect(end.text == "204", "\(end.errorText)")
        #expect(try nginx.folder.read("dav/new/file") == folder.read("file"))
        await nginx.stop()
    }

    @Test(
        .enabled(if: Apache.path != nil, "Apache httpd is not installed"),
        arguments: ["/dav/x", "/basic/x", "/digest/x"])
    func aFileIsPutToApache(_ place: String) async throws {
        let path = try #require(Apache.path)
        let apache = try await Apache(path)
        let folder = try TemporaryFolder()
        try Self.fill(folder, "file", 100_000)
        let status = try await Self.run(
            "-T", "file", "--anyauth", "-u", "\(Apache.user):\(Apache.password)", "-o", "/dev/null", "-w",
            "%{http_code}", apache.url(place), in: folder)
        #expect(status == "201")
        #expect(try apache.folder.read("files/x") == folder.read("file"))
        await apache.stop()
    }

    @Test(.enabled(if: Apache.path != nil, "Apache httpd is not installed")) func apacheRefusesWhatIsTooLarge()
        async throws
    {
        let path = try #require(Apache.path)
        let apache = try await Apache(path)
        let folder = try TemporaryFolder()
        let large = folder.file("large")
        try folder.write("large", "")
        truncate(large, 1 << 32)
        let end = try await Program.run(
            SideBySide.sockeye,
            ["-sS", "-f", "-T", large, "-w", "%{http_code} %{size_upload}", apache.url("/small/x")], seconds: 60)
        #expect(end.status == 22)
        #expect(end.text == "413 0", "nothing is sent before the 100: \(end.text)")
        await apache.stop()
    }

    /// 64 descriptors are enough for any number of files.
    @Test(.enabled(if: Nginx.path != nil, "nginx is not installed"))
    func aFormOfTenThousandFilesOpensOneAtATime() async throws {
        let path = try #require(Nginx.path)
        let nginx = try await Nginx(path)
        let folder = try TemporaryFolder()
        var lines = ""
        for number in 0..<10_000 {
            try folder.write("f\(number)", "contents of \(number)\n")
            lines += "form=\"file[]=@\(folder.file("f\(number)"))\"\n"
        }
        try folder.write("form", lines)
        let end = try await Program.run(
            "/bin/sh",
            [
                "-c",
                "ulimit -n 64 && exec \"$0\" -sS -X PUT -K '\(folder.file("form"))' -w '%{http_code} %{size_upload}' "
                    + "http://127.0.0.1:\(nginx.plainPort)/dav/form",
                SideBySide.sockeye,
            ], seconds: 60)
        let stored = try nginx.folder.read("dav/form")
        #expect(end.text == "201 \(stored.count)", "\(end.errorText)")
        let text = String(decoding: stored, as: UTF8.self)
        #expect(text.contains("contents of 0\n") && text.contains("contents of 9999\n"))
        await nginx.stop()
    }
}
