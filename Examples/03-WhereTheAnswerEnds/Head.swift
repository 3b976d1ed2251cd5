/// A response's head, taken apart as in lesson 2.
struct Head {
    var status = 0
    var fields: [(name: String, value: String)] = []

    /// The value of the first field of this name, in lowercase.
    func value(_ name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// The head before the first empty line, and what follows it.
    static func split(_ answer: [UInt8]) -> (head: Head, body: [UInt8]) {
        let emptyLine = Array("\r\n\r\n".utf8)
        let end = answer.indices.first { answer[$0...].starts(with: emptyLine) } ?? answer.endIndex
        let lines = String(decoding: answer[..<end], as: UTF8.self).split(separator: "\r\n")
        var head = Head()
        if let words = lines.first?.split(separator: " "), words.count > 1 { head.status = Int(words[1]) ?? 0 }
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            head.fields.append((line[..<colon].lowercased(), String(value)))
        }
        return (head, Array(answer[end...].dropFirst(emptyLine.count)))
    }
}

extension Character {
    /// `0` to `9`; `isNumber` would take other scripts' digits too.
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
