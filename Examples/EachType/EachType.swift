// The shortest good use of each type that a user makes, and its check. `make docs` shows each function's lines as the example of
// the types that its comment names (docs/examples.py), and fails if a type has none; `make test-examples` runs them.

import FoundationEssentials
import SockeyeBackground
import SockeyeTesting

/// What is not as expected ends the program.
struct WrongResult: Error {
    var file: String
    var line: UInt
}

func expect(_ isAsExpected: Bool, file: String = #fileID, line: UInt = #line) throws {
    if !isAsExpected { throw WrongResult(file: file, line: line) }
}

struct User: Codable, Equatable {
    var name: String
}

@main
enum EachType {
    /// "Hello" in gzip (RFC 1952).
    static let gzipped: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 255, 243, 72, 205, 201, 201, 7, 0, 130, 137, 209, 247, 5, 0, 0, 0,
    ]

    static func main() async throws {
        BackgroundTransfers.runIfWorker()
        let folder = FileManager.default.temporaryDirectory.path + "/each-type-\(UUID())"
        try FileManager.default.createDirectory(
            atPath: folder + "/me/.local/state/my-app", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // The examples name their files as a reader would.
        try expect(FileManager.default.changeCurrentDirectoryPath(folder))
        for name in ["big.iso", "a.png"] {
            try expect(FileManager.default.createFile(atPath: name, contents: Data("test".utf8)))
        }
        let web = try await LoopbackServer.start { request in
            switch (request.method, request.path) {
            case ("GET", "/"): return .text("Hello")
            case ("GET", "/test"): return .text("test")
            case (_, "/user"): return .text(#"{"name":"Ada"}"#, type: "application/json")
            case ("GET", "/big"), ("GET", "/big.iso"), ("GET", "/a.iso"): return .pattern(300_000)
            case ("GET", "/gzip"):
                var reply = LoopbackReply.bytes(gzipped, type: "text/plain")
                reply.fields.append(.init("Content-Encoding", "gzip"))
                return reply
            case ("GET", "/damaged"):
                var reply = LoopbackReply.text("Hello")
                reply.fields.append(.init("Content-Digest", "sha-256=:" + String(repeating: "A", count: 43) + "=:"))
                return reply
            case ("PUT", _): return .text("", status: 201)
            case ("POST", _): return .bytes(request.body)
            default: return nil
            }
        }
        let server = "http://\(web.authority)"

        try await fields(web)
        try FileManager.default.removeItem(atPath: "big.iso")
        try await requests(server, web)
        try await settings(server, web)
        try await credentials(web)
        try await connections(web)
        try await secureConnections()
        try await recordings(server)
        try await downloads(server)
        try await uploads(server)
        try await webSockets(web)
        try json()
        try await jsonStreams(server)
        try xml()
        try text()
        try await tests()
        try await tools(server, folder + "/me")
        await web.stop()
        print("each type: as expected")
    }
}
