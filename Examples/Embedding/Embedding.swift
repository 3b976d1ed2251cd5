// The library from a program: one line, a form, a stream, a download, JSON as it arrives.
// Run it with a server of your own, for example  python3 -m http.server 8123
//          swift run --package-path Examples Embedding http://127.0.0.1:8123/

import Sockeye
import SockeyeParsers

@main
enum Embedding {
    static func main() async {
        guard CommandLine.arguments.count > 1 else {
            print("usage: Embedding URL [JSON-URL]")
            return
        }
        let url = CommandLine.arguments[1]
        do {
            try await fetch(url)
            try await stream(url)
            try await download(url)
            if CommandLine.arguments.count > 2 { try await decode(CommandLine.arguments[2]) }
        } catch {
            print("Embedding: \(error)")
        }
    }

    /// Reads everything into memory, up to a limit.
    static func fetch(_ url: String) async throws {
        let text = try await HTTPClient.shared.get(url).text()
        print("fetched \(text.utf8.count) bytes of text")

        let client = HTTPClient()
        let reply = try await client.send(.post(url, form: ["user": "张三", "pwd": "123"]))
        let type = reply.fields[.contentType] ?? "no type"
        print("a form got \(reply.status.code), \(type), \(reply.body.count) bytes")
    }

    /// Reads piece by piece; a body that isn't read isn't received.
    static func stream(_ url: String) async throws {
        try await HTTPClient.shared.perform(.get(url)) { response in
            var count = 0
            for try await piece in response.body { count += piece.count }
            print("streamed \(count) bytes, status \(response.status.code)")
        }
    }

    /// Saves to a file that is either complete or absent.
    static func download(_ url: String) async throws {
        let result = try await HTTPClient.shared.download(
            url, to: "embedding.out", options: .init(segments: 4, existing: .replace))
        print("downloaded to \(result.path): \(result.completeness)")
    }

    struct User: Decodable {
        var name: String
    }

    /// Decodes values as they arrive.
    static func decode(_ url: String) async throws {
        try await HTTPClient.shared.perform(.get(url)) { response in
            let user = try await response.body.decode(User.self)
            print("decoded \(user.name)")
        }
    }
}
