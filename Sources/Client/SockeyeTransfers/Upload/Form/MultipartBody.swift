internal import SockeyeClient

/// A form as bytes on the wire: the text around the files, and the total length. Reads the files'
/// metadata, never their contents.
///
/// ```
///   --boundary CRLF  head CRLF CRLF  content CRLF
///   --boundary CRLF  head CRLF CRLF  content CRLF
///   --boundary-- CRLF
/// ```
struct MultipartBody {
    /// A piece of the body, in order.
    enum Piece: Sendable {
        case segment(BodySegment)
        /// A file that is encoded while it is sent; with the encoded length, if known.
        case encoded(FileRange, MultipartPart.Encoding, length: Int64?, name: String)
        case stream(any AsyncSequence<[UInt8], any Error> & Sendable, length: Int64?, name: String)
    }

    private(set) var pieces: [Piece] = []
    /// The sum of the pieces' lengths; `nil` if one is unknown.
    private(set) var length: Int64? = 0
    /// The media type with the boundary.
    let contentType: String
    let boundary: String
    /// Bytes not yet in a piece.
    private var gathered: [UInt8] = []

    init(_ form: MultipartForm) throws(RequestBodyError) {
        boundary = try form.boundary.map(Self.checked) ?? Self.makeBoundary(for: form)
        contentType = "multipart/\(form.subtype.text); boundary=\(boundary)"
        try append(form, boundary: boundary)
        try endGathering()
    }

    private mutating func append(_ form: MultipartForm, boundary: String) throws(RequestBodyError) {
        let delimiter = Array("--\(boundary)\r\n".utf8)
        for part in form.parts {
            var inner: MultipartBody?
            if case .parts(let form) = part.content { inner = try MultipartBody(form) }
            let head = try MultipartHead(part, in: form, contentType: inner?.contentType)
            gathered += delimiter
            gathered += head.bytes
            gathered += [0x0D, 0x0A]
            if let inner { try append(inner) } else { try append(part) }
            gathered += [0x0D, 0x0A]
        }
        gathered += "--\(boundary)--\r\n".utf8
    }

    private mutating func append(_ inner: MultipartBody) throws(RequestBodyError) {
        for piece in inner.pieces {
            if case .segment(.bytes(let bytes)) = piece { gathered += bytes } else { try add(piece) }
        }
    }

    private mutating func append(_ part: MultipartPart) throws(RequestBodyError) {
        switch part.content {
        case .bytes(let bytes):
            guard let encoding = part.encoding, encoding != .binary, encoding != .eightBit else {
                gathered += bytes
                return
            }
            gathered += try MultipartEncoder.encode(bytes, encoding, name: part.name)
        case .file(let path):
            guard let range = try FileRange(path: path) else {
                return try add(.stream(FilePieces(.path(path), skipping: 0), length: nil, name: part.name))
            }
            guard let encoding = part.encoding, encoding != .binary, encoding != .eightBit else {
                return try add(.segment(.file(range)))
            }
            try add(
                .encoded(
                    range, encoding, length: MultipartEncoder.length(of: range.length, encoding),
                    name: part.name))
        case .stream(let pieces, let length):
            try add(.stream(pieces, length: length, name: part.name))
        case .parts: break
        }
    }

    private mutating func add(_ piece: Piece) throws(RequestBodyError) {
        try endGathering()
        try count(piece)
    }

    private mutating func endGathering() throws(RequestBodyError) {
        if gathered.isEmpty { return }
        try count(.segment(.bytes(gathered)))
        gathered = []
    }

    private mutating func count(_ piece: Piece) throws(RequestBodyError) {
        pieces.append(piece)
        guard let length else { return }
        guard let more = piece.length else {
            self.length = nil
            return
        }
        let (sum, overflow) = length.addingReportingOverflow(more)
        if overflow { throw .tooLong }
        self.length = sum
    }

    // MARK: The request's body

    /// The request body: bytes if everything is in memory, segments if all lengths are known and nothing is encoded,
    /// otherwise a stream.
    var requestBody: RequestBody {
        var segments: [BodySegment] = []
        segments.reserveCapacity(pieces.count)
        var isReplayable = true, isPlain = true
        for piece in pieces {
            switch piece {
            case .segment(let segment): segments.append(segment)
            case .encoded: isPlain = false
            case .stream: (isPlain, isReplayable) = (false, false)
            }
        }
        let body: RequestBody
        if isPlain, case .bytes(let bytes)? = segments.first, segments.count == 1 {
            body = .bytes(bytes)
        } else if isPlain, let length {
            body = .segments(segments, length: length)
        } else {
            body = .stream(MultipartPieces(pieces), length: length, isReplayable: isReplayable)
        }
        return body.typed(contentType)
    }

    // MARK: The boundary

    /// RFC 2046 section 5.1.1: at most 70 characters, here only those that need no quotes.
    private static func checked(_ boundary: String) throws(RequestBodyError) -> String {
        let isPlain = boundary.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                UInt8(ascii: "+"), UInt8(ascii: "'"):
                true
            default: false
            }
        }
        guard isPlain, (1...70).contains(boundary.utf8.count) else {
            throw .illegalPart("\"\(boundary)\" is not a valid boundary: use 1 to 70 letters, digits and -_.+'")
        }
        return boundary
    }

    private static let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")

    /// As long as curl's, so that a form is too: 24 dashes, for readers, and 131 random bits, which no file holds by accident.
    /// Short parts in memory are searched all the same.
    private static func makeBoundary(for form: MultipartForm) -> String {
        while true {
            let random = String((0..<22).map { _ in letters.randomElement() ?? "0" })
            let boundary = String(repeating: "-", count: 24) + random
            if !form.holds(Array(boundary.utf8)) { return boundary }
        }
    }
}

extension MultipartBody.Piece {
    /// Its length on the wire; `nil` if unknown.
    var length: Int64? {
        switch self {
        case .segment(let segment): segment.length
        case .encoded(_, _, let length, _), .stream(_, let length, _): length
        }
    }
}

extension MultipartForm {
    /// Longer parts are not searched.
    private static let searchedLimit = 64 * 1024

    /// Whether any short part in memory contains these bytes.
    fileprivate func holds(_ bytes: [UInt8]) -> Bool {
        parts.contains { part in
            switch part.content {
            case .bytes(let content):
                content.count <= Self.searchedLimit
                    && content.indices.dropLast(max(0, bytes.count - 1)).contains { start in
                        content[start] == bytes.first && content[start...].starts(with: bytes)
                    }
            case .parts(let form): form.holds(bytes)
            case .file, .stream: false
            }
        }
    }
}
