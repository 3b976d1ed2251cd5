internal import SockeyeBytes

/// A request or an answer as the page shows it, and what edits make of it. Pure.
struct HeldMessage: Sendable {
    /// What is known of a body.
    struct Body: Sendable {
        /// The longest body that is edited; a page can hardly work with more.
        static let byteLimit = 1 << 20

        /// The length that its head says, if it does.
        var length: Int64?
        /// What was read of it.
        var bytes: [UInt8] = []
        /// Why it isn't read to its end; `nil` if it is.
        var obstacle: String?

        /// Whether it may be read on; that it is too long is noted as the obstacle.
        mutating func mayGrow() -> Bool {
            if max(length ?? 0, Int64(bytes.count)) > Int64(Self.byteLimit) { obstacle = "it is longer than 1 MiB" }
            return obstacle == nil
        }
    }

    /// What somebody made of a message.
    struct Edit: Sendable {
        /// The whole head, framed for the body.
        let head: [UInt8]
        /// `nil` if the body stays as it is.
        let body: [UInt8]?
        /// What was changed, in words; empty if nothing was.
        let changes: String
    }

    /// The first line, and the fields that the proxy doesn't write itself.
    let head: String
    /// `nil` if it can't be edited.
    let body: String?
    /// Why the body can't be edited.
    let note: String?
    private let lines: HeadLines
    private let refusal: @Sendable (_ head: [UInt8]) -> String?

    /// - Parameters:
    ///   - lines: its head after the rules.
    ///   - refusal: why an edited head can't go on, if it can't.
    init(_ lines: HeadLines, _ body: Body, refusal: @escaping @Sendable (_ head: [UInt8]) -> String?) {
        (self.lines, self.refusal) = (lines, refusal)
        head = OctetText.text(Self.shown(lines))
        let codings = lines.elements("content-encoding").filter { $0 != "identity" }
        let text = String(validating: body.bytes, as: UTF8.self)
        let obstacle: String? =
            if let obstacle = body.obstacle { obstacle } else if !codings.isEmpty {
                "it is coded with \(codings.joined(separator: ", "))"
            } else if text == nil || body.bytes.contains(0) {
                "it isn't text"
            } else if body.bytes.contains(13) {
                // A browser would make each a line feed.
                "it has carriage returns"
            } else { nil }
        self.body = obstacle == nil ? text : nil
        let length = body.length ?? (body.obstacle == nil ? Int64(body.bytes.count) : nil)
        note = obstacle.map { obstacle in
            length == 0
                ? "It has no body." : "Its body\(length.map { " of \($0) bytes" } ?? "") goes on as it is: \(obstacle)."
        }
    }

    private static func shown(_ lines: HeadLines) -> [UInt8] {
        let fields = lines.fields.filter { !HeadLines.isWrittenByProxy($0.name) }.map(\.bytes)
        return Array(([lines.start] + fields).joined(separator: [10]))
    }

    /// What goes on instead.
    ///
    /// - Parameters:
    ///   - text: the new head, in the form of ``head``; `nil` if it stays.
    ///   - newBody: likewise.
    func edited(head text: String?, body newBody: String?) throws(InspectRule.Mistake) -> Edit {
        var (changed, words) = (lines, [String]())
        if let text {
            changed = try with(text)
            if changed.start != lines.start { words.append("the first line") }
            let (new, old) = (Self.shown(changed), Self.shown(lines))
            if new.drop(while: { $0 != 10 }) != old.drop(while: { $0 != 10 }) { words.append("fields") }
        }
        if let newBody {
            guard body != nil else { throw InspectRule.Mistake(text: note ?? "the body can't be edited") }
            for name in ["content-length", "transfer-encoding", "trailer"] { changed.remove(name) }
            changed.append("Content-Length: \(newBody.utf8.count)")
            words.append("the body")
        }
        let head = changed.encoded(start: changed.start)
        if let reason = refusal(head) { throw InspectRule.Mistake(text: reason) }
        return Edit(head: head, body: newBody.map { Array($0.utf8) }, changes: words.joined(separator: ", "))
    }

    /// The head with these lines, after those that the proxy writes itself.
    private func with(_ text: String) throws(InspectRule.Mistake) -> HeadLines {
        guard String(validating: Self.shown(lines), as: UTF8.self) != nil else {
            throw InspectRule.Mistake(text: "the head isn't UTF-8, so it can't be edited")
        }
        var rows = text.utf8.split(separator: 10, omittingEmptySubsequences: false)
        while rows.last?.isEmpty == true { rows.removeLast() }
        guard let start = rows.first, !start.isEmpty, start.allSatisfy(Grammar.isFieldValueByte) else {
            throw InspectRule.Mistake(text: "the first line is missing, or has a control character")
        }
        for row in rows.dropFirst() {
            guard let colon = row.firstIndex(of: 58) else {
                throw InspectRule.Mistake(text: "\"\(Substring(row))\" has no colon (RFC 9112 section 5)")
            }
            let value = String(Substring(row[row.index(after: colon)...]))
            try InspectRule.check(field: Substring(row[..<colon]), value)
        }
        let kept = lines.fields.filter { HeadLines.isWrittenByProxy($0.name) }.map(\.bytes)
        let all = [Array(start)] + kept + rows.dropFirst().map { Array($0) }
        return HeadLines(Array(all.joined(separator: [13, 10])))
    }

    /// The status of an edited status line of the same version; `nil` if it isn't one.
    static func status(of head: [UInt8], like old: [UInt8]) -> Int? {
        let words = HeadLines(head).start.split(separator: 32, maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count == 3, words[0] == old.prefix(while: { $0 != 32 }), words[1].count == 3,
            let status = ASCII.decimalNumber(words[1])
        else { return nil }
        return (200...599).contains(status) ? Int(status) : nil
    }
}
