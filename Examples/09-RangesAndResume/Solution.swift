import CourseSupport
import Sockeye
import SockeyeDigest
import SockeyeTesting

extension RangesAndResume {
    // snippet.solution
    static func solution() async throws {
        try await Scratch.run {
            let server = try await start("red salmon!\n", tag: "\"v1\"")
            let client = HTTPClient()
            let right = try Digest.sha256(of: Array("red salmon!\n".utf8)).hex
            let wrong = try Digest.sha256(of: Array("green trout\n".utf8)).hex

            for (name, hex) in [("wrong", wrong), ("right", right)] {
                do {
                    let result = try await client.download(
                        server.url("/fish"), to: name, options: .init(checksum: .sha256(hex)))
                    if case .verified = result.completeness { print("\(name): verified") }
                } catch DownloadError.digestMismatch(_, _, _, keptIn: let path) {
                    print("\(name): REFUSED; the bytes are kept in \(path)")
                }
            }
            print("files: \(Scratch.names.joined(separator: ", "))")
            await server.stop()
        }
    }
    // snippet.end
}
