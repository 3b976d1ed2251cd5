import SockeyeBytes
@testable import SockeyeFields

extension Check {
    /// Every date that is read is written so that it reads the same; a delay is never negative.
    static func dates(_ input: Input) {
        let text = input.text
        let now = HTTPDate(clamping: 1_763_800_000)
        for date in [HTTPDate(parsing: text), HTTPDate(parsing: text, now: now)] {
            guard let date else { continue }
            require(HTTPDate(parsing: date.description) == date, "\(date) read again differs")
            require(HTTPDate(date.civil) == date, "\(date) through the calendar differs")
        }
        if let wait = RetryAfter(parsing: text, now: now) {
            require(wait.delay(from: now) >= 0, "a negative delay")
            require(RetryAfter(parsing: wait.description) == wait, "a delay read again differs")
        }
    }

    /// Ranges are written as they were read, and stay inside the file they are resolved in.
    static func ranges(_ input: Input) {
        let text = input.text
        for field in [RangeField(parsing: text), RangeField(curlSyntax: text)] {
            guard let field else { continue }
            require(RangeField(parsing: field.description) == field, "\(field) read again differs")
            for range in field.ranges {
                for length: Int64 in [0, 1, 1000, .max] {
                    guard let part = range.resolved(completeLength: length) else { continue }
                    require(part.lowerBound >= 0 && part.upperBound < length, "\(range) leaves a file of \(length)")
                }
            }
        }
        guard let range = ContentRange(parsing: text) else { return }
        require(ContentRange(parsing: range.description) == range, "\(range) read again differs")
        guard let positions = range.positions else { return }
        require(positions.lowerBound >= 0, "a negative position")
        require(range.completeLength.map { positions.upperBound < $0 } ?? true, "\(range) is longer than its file")
    }

    /// An entity tag is sent back octet by octet as it came.
    static func tags(_ input: Input) {
        guard let tag = EntityTag(parsing: input.bytes) else { return }
        require(tag.fieldOctets == input.bytes, "an entity tag changed")
        require(tag.weaklyMatches(tag) && tag.stronglyMatches(tag) == !tag.isWeak, "a tag doesn't match itself")
        require(isPrintable(tag.fieldOctets), "a control character in a tag")
    }

    /// A media type is written so that it reads the same.
    static func mediaTypes(_ input: Input) {
        guard let type = MediaType(parsing: input.text) else { return }
        require(type.essence.utf8.allSatisfy { Grammar.isTokenByte($0) || $0 == UInt8(ascii: "/") }, "not a token")
        require(MediaType(parsing: type.description) == type, "\(type) read again differs")
    }

    /// A suggested file name is a name inside the folder: no separator, leading dot or dash, control, or direction mark.
    static func dispositions(_ input: Input) {
        let field = ContentDisposition(parsing: input.bytes)
        for name in [
            field?.sanitizedFileName, FileName.sanitized(input.text), FileName.sanitized(input.text, byteLimit: 12),
        ] {
            guard let name else { continue }
            require(!name.isEmpty && name.utf8.count <= 255, "a name of \(name.utf8.count) bytes")
            require(isPrintable(name.utf8) && !name.utf8.contains(0x09), "a control character in a name")
            require(
                !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }, "a separator in a name")
            require(!name.hasPrefix(".") && !name.hasPrefix("-"), "a name that begins with a dot or a dash")
            require(
                !name.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) }, "a direction mark in a name")
            require(FileName.sanitized(name) == name, "a sanitized name is not sane")
        }
        guard let text = String(validating: input.bytes, as: UTF8.self) else { return }
        require(ExtendedValue.decode(ExtendedValue.encode(text)) == text, "an extended value changed")
    }

    /// Links are found alike in a field and in two; a target holds nothing that could end a line.
    static func links(_ input: Input) {
        guard let field = LinkField(parsing: input.bytes) else { return }
        require(!field.links.isEmpty, "a field without links")
        for link in field.links {
            require(isPrintable(link.targetOctets), "a control character in a target")
            _ = (link.relations, link.title)
        }
        guard let twice = LinkField(parsing: input.bytes + Array(", ".utf8) + input.bytes) else {
            fail("a list of two fields is refused")
        }
        require(twice.links == field.links + field.links, "a list of two fields differs")
    }
}
