internal import Sockeye
internal import SockeyeHTTP1

/// Heads as on the wire, for `-i`, `-I`, `-D` and `-v`.
enum HeadText {
    /// A response's status line and fields, with line ends, and the empty line.
    ///
    /// - Parameter isStyled: whether names are in bold.
    static func bytes(of head: ResponseHead, isStyled: Bool = false) -> [UInt8] {
        var bytes = Array(statusLine(head).utf8)
        bytes += [13, 10]
        for field in head.fields { append(field, to: &bytes, isStyled: isStyled) }
        bytes += [13, 10]
        return bytes
    }

    /// The lines of a response's head, each with its line end, the empty one last.
    static func lines(of head: ResponseHead) -> [[UInt8]] {
        [Array(statusLine(head).utf8) + [13, 10]] + head.fields.map { bytes(of: HTTPFields([$0])) } + [[13, 10]]
    }

    /// The trailer fields, one per line.
    static func bytes(of trailers: HTTPFields) -> [UInt8] {
        var bytes: [UInt8] = []
        for field in trailers { append(field, to: &bytes) }
        return bytes
    }

    /// `HTTP/1.1 200 OK`, with the space after the code even if no reason follows (RFC 9112 section 4).
    static func statusLine(_ head: ResponseHead) -> String {
        "\(head.version) \(head.status.code) \(head.status.reasonPhrase)"
    }

    /// `GET /path HTTP/1.1`.
    static func requestLine(_ head: RequestHead) -> String {
        "\(head.method.rawValue) \(head.target) \(head.version)"
    }

    /// The length of a request's head on the wire.
    static func length(of head: RequestHead) -> Int {
        requestLine(head).utf8.count + 4
            + head.fields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 4 }
    }

    private static func append(_ field: HTTPField, to bytes: inout [UInt8], isStyled: Bool = false) {
        if isStyled { bytes += "\u{1B}[1m".utf8 }
        bytes += field.name.rawName.utf8
        if isStyled { bytes += "\u{1B}[0m".utf8 }
        bytes += ": ".utf8
        // SAFETY: the field's bytes are copied while it keeps them alive.
        field.withUnsafeBytesOfValue { bytes += $0 }
        bytes += [13, 10]
    }
}
