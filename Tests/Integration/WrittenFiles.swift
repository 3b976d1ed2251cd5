import SockeyeIO
import SockeyeTesting
import TestSupport
import Testing

@testable import SockeyeTransfers

/// A copy of the files of a version (Tests/Data/written-by-VERSION, made by Tests/checks/written.py), and the server that they name.
final class WrittenFiles: Sendable {
    /// The folders of all versions.
    static let versions = ["0.1.0"]

    let folder: TemporaryFolder
    let server: LoopbackServer

    init(of version: String, secure: Bool = false) async throws {
        folder = try TemporaryFolder()
        server = try await LoopbackServer.start(secure: secure, handler: Self.reply)
        let data = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        _ = try await Program.run("/bin/cp", ["-R", "/\(data)/Data/written-by-\(version)/.", folder.path])
        _ = try await Program.run("/bin/chmod", ["-R", "go-w", folder.path])
    }

    /// Runs the program in a folder of them; `files.example` is the server.
    func run(_ words: [String], in place: String = ".") async throws -> Program.Outcome {
        let script = #"cd "$1" && shift && exec "$0" "$@""#
        let port = server.url("/").split(separator: ":")[2].dropLast()
        // A replay takes its command line from the recording.
        let line =
            words.first == "--replay"
            ? words
            : ["-q", "--no-progress-meter", "-k"]
                + ["files.example:80", "files.example:443", "127.0.0.1:9"]
                .flatMap { ["--connect-to", "\($0):127.0.0.1:\(port)"] } + words
        return try await Program.run(
            "/bin/sh", ["-c", script, SideBySide.sockeye, "\(folder.path)/\(place)"] + line,
            environment: ["SOCKEYE_PASSPHRASE": "written"])
    }

    /// Changes a file's bytes.
    func edit(_ name: String, _ change: (inout [UInt8]) -> Void) throws {
        var bytes = try folder.read(name)
        change(&bytes)
        try folder.write(name, bytes: bytes)
    }

    /// Changes a file's text.
    func replace(_ old: String, with new: String, in name: String) throws {
        try edit(name) { $0 = Array(String(decoding: $0, as: UTF8.self).replacing(old, with: new).utf8) }
    }

    /// Gives the state of the upload the marks that its file has here: device, inode and time aren't kept in a repository.
    func markUpload() throws {
        let file = try #require(try FileFacts(of: folder.file("upload/file")))
        let mark = UploadRecord.FileMark(file)
        try edit("upload/file.sockeye-upload") { bytes in
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropLast().map { line in
                line.hasPrefix("file ")
                    ? "file \(mark.device) \(mark.inode) \(mark.size) \(mark.seconds) \(mark.nanoseconds)"[...] : line
            }
            let body = Array((lines.joined(separator: "\n") + "\n").utf8)
            bytes = body + Array("sum \(String(Checksum32.of(body), radix: 16))\n".utf8)
        }
    }

    /// The content of `written.py`: lines of 16 bytes that count themselves.
    static func content(_ path: String) -> [UInt8] {
        (0..<(lines[path] ?? 4096)).flatMap { number in
            let digits = String(number)
            return Array((String(repeating: "0", count: 15 - digits.utf8.count) + digits + "\n").utf8)
        }
    }

    private static let lines = ["/tagged": 40_000, "/dated": 40_000, "/segments": 40_000]

    private static func reply(_ request: ReceivedRequest) -> LoopbackReply? {
        switch request.path {
        case "/tagged", "/dated", "/segments": return part(request)
        case "/gone": return .text("gone\n", status: 404)
        case "/uploads/one":
            let length = content(request.path).count
            let offset = request.method == "HEAD" ? 20_000 : length
            return LoopbackReply(
                status: request.method == "HEAD" ? 200 : 204,
                fields: [
                    .init("Tus-Resumable", "1.0.0"), .init("Upload-Offset", "\(offset)"),
                    .init("Upload-Length", "\(length)"),
                ])
        case "/login" where request["Authorization"] == nil:
            var reply = LoopbackReply.text("who?\n", status: 401)
            reply.fields.append(.init("WWW-Authenticate", "Basic realm=\"r\""))
            return reply
        default: return .text("this is \(request.path)\n")
        }
    }

    private static func part(_ request: ReceivedRequest) -> LoopbackReply {
        let content = content(request.path)
        var reply = LoopbackReply.bytes(content)
        if let range = range(of: request, length: content.count) {
            reply = .bytes(Array(content[range]))
            reply.status = 206
            reply.fields.append(
                .init("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(content.count)"))
        }
        reply.fields.append(.init("Accept-Ranges", "bytes"))
        reply.fields.append(
            request.path == "/dated"
                ? .init("Last-Modified", "Wed, 21 Oct 2015 07:28:00 GMT") : .init("ETag", "\"written\""))
        return reply
    }

    private static func range(of request: ReceivedRequest, length: Int) -> Range<Int>? {
        guard let words = request["Range"]?.dropFirst("bytes=".utf8.count).split(separator: "-"),
            let first = words.first.flatMap({ Int($0) })
        else { return nil }
        let last = words.count > 1 ? Int(words[1]) ?? length - 1 : length - 1
        return first < length && first <= last ? first..<min(last, length - 1) + 1 : nil
    }

    /// How many bytes of a path the server was asked for.
    func asked(_ path: String) -> Int {
        let length = Self.content(path).count
        return server.receivedRequests.filter { $0.path == path }
            .reduce(0) { $0 + (Self.range(of: $1, length: length)?.count ?? length) }
    }
}
