/// The format of `-w`: plain text with `%{variable}`, `%header{name}`, `%output{file}`, `%time{format}`, `%%`, `\n`,
/// `\r` and `\t`.
///
/// Anything else is text: `%a` prints `%a`, `%{` without `}` prints `%{`, `\a` prints `\a`.
struct WriteOutFormat: Equatable, Sendable {
    /// A piece of the format.
    enum Segment: Equatable, Sendable {
        case text(String)
        case variable(WriteOutVariable)
        case header(String)
        /// All fields of that name.
        case headers(String, separator: String)
        /// A component of the URL as given, or of the one fetched last.
        case part(WriteOutURLPart, ofEffectiveURL: Bool)
        case output(file: String, appends: Bool)
        case time(String)
        case json
        case headerJSON
        case onError
        case standardOutput
        case standardError
        case unknown(String)
    }

    /// Where a piece of the result goes.
    enum Destination: Equatable, Sendable {
        case standardOutput
        case standardError
        case file(String, appends: Bool)
    }

    /// A piece of the result.
    struct Piece: Equatable, Sendable {
        var destination: Destination
        var octets: [UInt8]

        /// As text; anything that isn't UTF-8 becomes U+FFFD.
        var text: String { String(decoding: octets, as: UTF8.self) }
    }

    /// The format's pieces, in order.
    let segments: [Segment]

    /// Reads a format. It never fails: as in curl, unknown variables are reported when the format is used.
    init(_ format: String) {
        var reader = Reader(rest: Substring(format).unicodeScalars)
        segments = reader.segments()
    }

    /// Whether there is nothing to print.
    var isEmpty: Bool { segments.isEmpty }

    /// Whether it uses the server's certificates, which must be requested.
    var tellsCertificates: Bool {
        segments.contains { [.json, .variable(.certs), .variable(.certificateCount)].contains($0) }
    }

    /// The pieces to print for one transfer, in order.
    func render(_ values: WriteOutValues, version: String, as surface: CommandSurface = .sockeye) -> [Piece] {
        var pieces: [Piece] = []
        var destination = Destination.standardOutput
        func add(octets: [UInt8], to destination: Destination) {
            guard !octets.isEmpty else { return }
            if let last = pieces.indices.last, pieces[last].destination == destination {
                pieces[last].octets += octets
            } else {
                pieces.append(Piece(destination: destination, octets: octets))
            }
        }
        func add(_ text: String, to destination: Destination) { add(octets: Array(text.utf8), to: destination) }
        for segment in segments {
            switch segment {
            case .output(let file, let appends):
                // Even without text, the file is created or truncated.
                destination = .file(file, appends: appends)
                pieces.append(Piece(destination: destination, octets: []))
            case .time(let format): add(values.present.written(format), to: destination)
            case .part(let part, let isEffective):
                let url = isEffective ? values.effectiveURL : values.url
                add(part.value(in: url) ?? "", to: destination)
            case .text(let text): add(text, to: destination)
            case .variable(.contentType): add(octets: values.contentType?.bytes ?? [], to: destination)
            case .variable(let variable): add(variable.text(in: values), to: destination)
            case .header(let name): add(octets: Self.headers(name, in: values.headers).first ?? [], to: destination)
            case .headers(let name, let separator):
                let all = Self.headers(name, in: values.headers)
                add(octets: Array(all.joined(separator: separator.utf8)), to: destination)
            case .json: add(WriteOutJSON.object(values, version: version), to: destination)
            case .headerJSON: add(WriteOutJSON.headers(values.headers), to: destination)
            case .standardOutput: destination = .standardOutput
            case .standardError: destination = .standardError
            case .onError: if values.exitCode == .success { return pieces }
            case .unknown(let name):
                add(Message.plain("unknown --write-out variable: '\(name)'", as: surface), to: .standardError)
            }
        }
        return pieces
    }

    /// The values of the fields of that name, in any case.
    private static func headers(_ name: String, in headers: [WriteOutValues.Header]) -> [[UInt8]] {
        let wanted = name.lowercased()
        return headers.filter { $0.name.lowercased() == wanted }.map(\.value.bytes)
    }
}

/// Reads a format from front to back.
private struct Reader {
    var rest: Substring.UnicodeScalarView
    var text = ""
    var result: [WriteOutFormat.Segment] = []

    mutating func segments() -> [WriteOutFormat.Segment] {
        while let scalar = rest.popFirst() {
            switch scalar {
            case "%": percent()
            case "\\": backslash()
            default: text.unicodeScalars.append(scalar)
            }
        }
        endText()
        return result
    }

    private mutating func percent() {
        if rest.first == "%" {
            rest.removeFirst()
            text += "%"
        } else if let name = braced(after: "") {
            add(Self.segment(named: name))
        } else if let name = braced(after: "header") {
            add(Self.header(name))
        } else if let name = braced(after: "output") {
            let appends = name.hasPrefix(">>")
            add(.output(file: appends ? String(name.dropFirst(2)) : name, appends: appends))
        } else if let format = braced(after: "time") {
            add(.time(format))
        } else {
            // As in curl, what follows is plain text, even a backslash.
            text += "%"
            if let next = rest.popFirst() { text.unicodeScalars.append(next) }
        }
    }

    private mutating func backslash() {
        switch rest.first {
        case "n": text += "\n"
        case "r": text += "\r"
        case "t": text += "\t"
        default:
            text += "\\"
            // The next scalar is plain text, even a backslash or a percent sign.
            guard let next = rest.first else { return }
            text.unicodeScalars.append(next)
        }
        rest.removeFirst()
    }

    /// Consumes `word{name}` and returns the name; `nil` if something else comes next.
    private mutating func braced(after word: String) -> String? {
        guard rest.starts(with: word.unicodeScalars) else { return nil }
        let afterWord = rest.dropFirst(word.unicodeScalars.count)
        guard afterWord.first == "{", let end = afterWord.firstIndex(of: "}") else { return nil }
        let name = String(afterWord[afterWord.index(after: afterWord.startIndex)..<end])
        rest = afterWord[afterWord.index(after: end)...]
        return name
    }

    /// `name`, or `name:all:separator`, in which a backslash means what it does outside.
    private static func header(_ name: String) -> WriteOutFormat.Segment {
        guard let mark = name.firstRange(of: ":all:") else { return .header(name) }
        var separator = Reader(rest: name[mark.upperBound...].unicodeScalars)
        while let scalar = separator.rest.popFirst() {
            if scalar == "\\" { separator.backslash() } else { separator.text.unicodeScalars.append(scalar) }
        }
        return .headers(String(name[..<mark.lowerBound]), separator: separator.text)
    }

    private mutating func add(_ segment: WriteOutFormat.Segment) {
        endText()
        result.append(segment)
    }

    private mutating func endText() {
        if !text.isEmpty { result.append(.text(text)) }
        text = ""
    }

    private static func segment(named name: String) -> WriteOutFormat.Segment {
        // curl takes the names in any case.
        let lowercased = name.lowercased()
        return switch lowercased {
        case "json": .json
        case "header_json": .headerJSON
        case "onerror": .onError
        case "stdout": .standardOutput
        case "stderr": .standardError
        default:
            WriteOutVariable(rawValue: lowercased).map { .variable($0) } ?? WriteOutURLPart.segment(named: lowercased)
                ?? .unknown(name)
        }
    }
}
