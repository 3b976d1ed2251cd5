import CourseSupport

extension Chunks {
    // snippet.solution
    static func solution() async throws {
        let bodies = [
            "5\r\nhello\r\n0\r\n\r\n",
            "5;note=\"x\"\r\nhello\r\n0\r\nChecksum: 3610a686\r\n\r\n",
            "0x5\r\nhello\r\n0\r\n\r\n",
            "-5\r\nhello\r\n0\r\n\r\n",
            "4\r\nhello\r\n0\r\n\r\n",
            "FFFFFFFFFFFFFFFFF\r\nhello",
        ]
        for body in bodies {
            var decoder = ChunkDecoder()
            print(Wire.drawn(Array(body.utf8)))
            do {
                let content = try decoder.decode(Array(body.utf8))
                let end = decoder.isComplete ? "complete" : "TRUNCATED"
                print("   \(end), “\(String(decoding: content, as: UTF8.self))”")
                if decoder.trailers.utf8.count > 2 { print("   then \(Wire.drawn(Array(decoder.trailers.utf8)))") }
            } catch {
                print("   REFUSED: \(error.reason)")
            }
        }
    }
    // snippet.end
}
