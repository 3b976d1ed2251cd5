internal import SockeyeTranscript

/// A proxy note as a transcript event.
enum ProxyEvent {
    /// A clause at the end of the text, such as `(RFC 9110 section 7.6.1)`, becomes the event's clause, with a link.
    static func event(_ text: String, at time: Int, as name: String = "proxy") -> Transcript.Event {
        guard text.hasSuffix(")"), let open = text.lastIndex(of: "("), text[open...].hasPrefix("(RFC ") else {
            return Transcript.Event(name, at: time, text)
        }
        let words = text[open...].dropFirst().dropLast().split(separator: " ")
        guard words.count == 4, words[2] == "section", words[1].allSatisfy(\.isNumber) else {
            return Transcript.Event(name, at: time, text)
        }
        var plain = text[..<open]
        while plain.last == " " { plain.removeLast() }
        return Transcript.Event(
            name, at: time, String(plain), clause: "RFC \(words[1]) §\(words[3])",
            link: "https://www.rfc-editor.org/rfc/rfc\(words[1])#section-\(words[3])")
    }
}
