internal import SockeyeBytes
internal import SockeyeTranscript

extension InspectRule {
    /// Why a text isn't a rule.
    package struct Mistake: Error, Sendable, Hashable {
        /// The rule and the reason.
        package let text: String
    }

    /// Parses a rule such as `example.com/api/*: response Cache-Control=no-store`.
    package init(parsing text: String) throws(Mistake) {
        do throws(Mistake) {
            guard let colon = text.firstRange(of: ": ") else {
                throw Mistake(text: "expected HOST/PATH, a colon, a space and a change")
            }
            let place = text[..<colon.lowerBound]
            let host = place.prefix { $0 != "/" }
            let path = place.dropFirst(host.count)
            if host.isEmpty || path.hasPrefix("//") {
                throw Mistake(text: "it begins with the host, without http://; * is any host")
            }
            let change = try Change(parsing: text[colon.upperBound...])
            self.init(
                host: Glob(String(host)), path: Glob(path.isEmpty ? "*" : String(path)), change,
                text: change.masked.map { text[..<colon.upperBound] + $0 } ?? text)
        } catch {
            throw Mistake(text: "the rule \"\(text)\": \(error.text)")
        }
    }

    /// Refuses a field that the proxy writes itself, or that would begin another one. Returns its name.
    @discardableResult
    static func check(field name: Substring, _ value: String) throws(Mistake) -> String {
        guard !name.isEmpty, name.utf8.allSatisfy(Grammar.isTokenByte) else {
            throw Mistake(text: "\"\(name)\" is no name of a field (RFC 9110 section 5.1)")
        }
        if HeadLines.isWrittenByProxy(name.lowercased()) {
            throw Mistake(
                text: "\(name) frames or routes a message, so the proxy writes it itself (RFC 9110 section 7.6)")
        }
        guard value.utf8.allSatisfy(Grammar.isFieldValueByte) else {
            throw Mistake(text: "a value has no CR, LF, NUL or other control character (RFC 9110 section 5.5)")
        }
        return String(name)
    }
}

extension InspectRule.Change {
    private typealias Mistake = InspectRule.Mistake

    fileprivate init(parsing text: Substring) throws(InspectRule.Mistake) {
        let words = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let (name, value) = (words[0], words.count > 1 ? String(decoding: words[1].utf8.trimming(), as: UTF8.self) : "")
        switch name {
        case _ where words.count < 2: throw Self.unknown(text)
        case "status":
            guard value.utf8.count == 3, let number = Int(value), (200...599).contains(number) else {
                throw Mistake(text: "a status is a number from 200 to 599")
            }
            self = .status(number)
        case "body":
            guard value.hasPrefix("@"), value != "@" else { throw Mistake(text: "a body is a file, as in body=@FILE") }
            self = .body(path: String(value.dropFirst()))
        case "latency":
            guard let time = Self.time(value) else {
                throw Mistake(text: "a latency is a number with ms or s, as in latency=300ms")
            }
            self = .latency(time)
        case "hold":
            guard let hold = InspectRule.Hold(rawValue: value) else {
                throw Mistake(text: "what is held is request, response, both or none")
            }
            self = .hold(hold)
        case _ where name.hasPrefix("request "):
            self = .request(
                field: try InspectRule.check(field: name.dropFirst(8), value), value: value.isEmpty ? nil : value)
        case _ where name.hasPrefix("response "):
            self = .response(
                field: try InspectRule.check(field: name.dropFirst(9), value), value: value.isEmpty ? nil : value)
        default: throw Self.unknown(name)
        }
    }

    /// A change of a field, with the secrets in its value masked; `nil` of something else.
    fileprivate var masked: String? {
        switch self {
        case .request(let field, let value): "request \(Self.masked(field, value ?? ""))"
        case .response(let field, let value): "response \(Self.masked(field, value ?? ""))"
        case .status, .body, .latency, .hold: nil
        }
    }

    private static func masked(_ field: String, _ value: String) -> String {
        let line = SecretMask().masked(head: Array("\(field): \(value)".utf8))
        return "\(field)=\(String(decoding: line.dropFirst(field.utf8.count + 2), as: UTF8.self))"
    }

    private static func unknown(_ name: Substring) -> Mistake {
        Mistake(
            text:
                "\"\(name)\" is no change: expected request FIELD=VALUE, response FIELD=VALUE, status=NUMBER, body=@FILE, "
                + "latency=TIME or hold=WHAT")
    }

    /// A time such as `300ms` or `1.5s`, short of what a duration can't hold.
    private static func time(_ text: String) -> Duration? {
        let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        guard digits.utf8.count < 10, let number = Double(digits) else { return nil }
        switch text.dropFirst(digits.count) {
        case "ms": return .milliseconds(number)
        case "s": return .seconds(number)
        default: return nil
        }
    }
}
