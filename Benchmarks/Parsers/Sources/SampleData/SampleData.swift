/// The texts of the benchmarks, generated from a fixed seed so that every run reads the same bytes.
public enum SampleData {
    struct Generator: RandomNumberGenerator {
        var state: UInt64 = 0x5EED_50C4_E7E5_0001
        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    static let words = [
        "socket", "stream", "buffer", "header", "value", "table", "river", "mountain", "window", "garden", "letter",
    ]
    static let texts = [
        "Die Übung macht den Meister", "天下大事必作於細", "今日は良い天気です", "naïve café", "rocket 🚀 and star ⭐️",
        "line one\\nline two", "a \\\"quoted\\\" word", "C:\\\\path\\\\file", "tab\\tseparated",
        "plain ascii text here",
    ]

    static func pick(_ choices: [String], _ random: inout Generator) -> String {
        choices[Int.random(in: choices.indices, using: &random)]
    }

    static func sentence(_ random: inout Generator, words count: Int) -> String {
        (0..<count).map { _ in pick(words, &random) }.joined(separator: " ")
    }

    /// An array of records such as a web service sends, at least `size` bytes.
    public static func records(size: Int) -> [UInt8] {
        var random = Generator()
        var text = "["
        var index = 0
        while text.utf8.count < size {
            if index > 0 { text += "," }
            text += """
                {"id":\(index),"name":"\(sentence(&random, words: 2))","email":"user\(index)@example.com",\
                "active":\(Bool.random(using: &random)),"score":\(Double(Int.random(in: 0...99_999, using: &random)) / 100),\
                "visits":\(Int.random(in: 0...1_000_000, using: &random)),"note":"\(sentence(&random, words: 8))",\
                "tags":["\(pick(words, &random))","\(pick(words, &random))"],\
                "address":{"street":"\(sentence(&random, words: 2))","city":"\(pick(words, &random))",\
                "postcode":"\(Int.random(in: 10000...99999, using: &random))"},"referrer":null}
                """
            index += 1
        }
        return Array((text + "]").utf8)
    }

    /// Objects of long and short strings in many scripts, with escapes, indented; at least `size` bytes.
    public static func mixedText(size: Int) -> [UInt8] {
        var random = Generator()
        var text = "[\n"
        var index = 0
        while text.utf8.count < size {
            if index > 0 { text += ",\n" }
            let long = (0..<Int.random(in: 1...12, using: &random)).map { _ in pick(texts, &random) }
            text += """
                  {
                    "key": "\(pick(texts, &random))",
                    "description": "\(long.joined(separator: ". "))",
                    "values": [\(index), \(index * 7), true, null]
                  }
                """
            index += 1
        }
        return Array((text + "\n]").utf8)
    }

    /// A feed of items with attributes and text; at least `size` bytes.
    public static func xml(size: Int) -> [UInt8] {
        var random = Generator()
        var text = "<?xml version=\"1.0\"?>\n<feed>\n"
        var index = 0
        while text.utf8.count < size {
            text += """
                  <item id="\(index)" kind="\(pick(words, &random))">
                    <title>\(sentence(&random, words: 3)) &amp; more</title>
                    <description>\(sentence(&random, words: 12)) 天下</description>
                    <count unit="piece">\(index * 3)</count>
                  </item>

                """
            index += 1
        }
        return Array((text + "</feed>\n").utf8)
    }

    /// Polygons of coordinates, some with 6 and some with 15 decimals; at least `size` bytes.
    public static func numbers(size: Int) -> [UInt8] {
        var random = Generator()
        var text = "["
        while text.utf8.count < size {
            if text.utf8.count > 1 { text += "," }
            let points = (0..<50).map { index in
                let x = Double.random(in: -180...180, using: &random)
                let y = Double.random(in: -90...90, using: &random)
                return index % 2 == 0
                    ? "[\(x),\(y)]" : "[\((x * 1e6).rounded() / 1e6),\((y * 1e6).rounded() / 1e6)]"
            }
            text += "[" + points.joined(separator: ",") + "]"
        }
        return Array((text + "]").utf8)
    }
}
