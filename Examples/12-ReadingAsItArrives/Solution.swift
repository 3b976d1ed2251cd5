import CourseSupport
import Sockeye
import SockeyeTesting

extension ReadingAsItArrives {
    // snippet.solution
    /// Makes text of pieces of UTF-8 that may end within a character.
    struct TextDecoder {
        private var waiting: [UInt8] = []

        /// Whether the text so far ends with a whole character.
        var isWhole: Bool { waiting.isEmpty }

        mutating func decode(_ bytes: [UInt8]) -> String {
            waiting += bytes
            // The last character may be incomplete: its first byte says how many belong to it.
            var end = waiting.count
            for back in 1...3 where back <= waiting.count {
                let byte = waiting[waiting.count - back]
                if byte & 0b1100_0000 == 0b1000_0000 { continue }
                let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
                if length > back { end -= back }
                break
            }
            defer { waiting.removeFirst(end) }
            return String(decoding: waiting[..<end], as: UTF8.self)
        }
    }

    static func solution() async throws {
        let bytes = Array("saumon rosé, 鮭 🐟".utf8)
        let pieces = stride(from: 0, to: bytes.count, by: 5).map { Array(bytes[$0..<min($0 + 5, bytes.count)]) }
        let gates = pieces.map { _ in Gate() }
        let server = try await start(pieces, gates)

        try await HTTPClient().perform(.get(server.url("/"))) { response in
            var decoder = TextDecoder()
            var next = gates.makeIterator()
            next.next()?.open()
            for try await piece in response.body {
                print("“\(String(decoding: piece, as: UTF8.self))” is “\(decoder.decode(piece))”")
                next.next()?.open()
            }
            if !decoder.isWhole { print("the text was cut within a character") }
        }
        await server.stop()
    }
    // snippet.end
}
