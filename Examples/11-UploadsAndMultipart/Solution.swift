import CourseSupport

extension UploadsAndMultipart {
    // snippet.solution
    /// A multipart body whose boundary occurs in none of its parts.
    static func body(of parts: [(name: String, content: String)]) -> (boundary: String, body: String) {
        var boundary = "x"
        while parts.contains(where: { $0.content.contains("--" + boundary) }) { boundary += "x" }
        var body = ""
        for part in parts {
            body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(escaped(part.name))\"\r\n\r\n"
            body += part.content + "\r\n"
        }
        return (boundary, body + "--\(boundary)--\r\n")
    }

    /// As browsers do (HTML Standard, section 4.10.21.8): nothing in a name may end its quotes or its line.
    static func escaped(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"": text += "%22"
            case "\r": text += "%0D"
            case "\n": text += "%0A"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    static func solution() async throws {
        for parts in [
            [("fish", "red salmon")],
            [("mean\"\r\nX-Evil: 1", "--x\r\nContent-Disposition: form-data; name=\"admin\"\r\n\r\nyes")],
        ] {
            let (boundary, text) = body(of: parts)
            print("boundary \(boundary)")
            Wire.sent(text)
        }
    }
    // snippet.end
}
