/// Writes XML from events: as the handler of an ``XMLTokenizer``, it reformats a document while it streams.
///
/// Copies of a writer share their output, so use only one.
public struct XMLWriter: XMLEventHandler {
    private let format: XMLFormat
    private let output = ByteOutput()
    /// For each open element, whether it contains text, so that adding white space would change it.
    private var hasText: [Bool] = []
    /// Whether the last tag still lacks its `>`.
    private var isTagOpen = false
    /// Whether something was written already, so that a line break is needed.
    private var isAfterTag = false

    /// Makes a writer for the given layout.
    public init(format: XMLFormat = .compact) { self.format = format }

    /// Returns everything written since the last call.
    public mutating func takeBytes() -> [UInt8] { output.takeBytes() }

    /// Writes the XML declaration, with UTF-8 as the encoding.
    public mutating func declaration() {
        output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>" as StaticString)
        output.append(UInt8(ascii: "\n"))
    }

    /// Writes a start tag.
    public mutating func startElement(_ name: XMLName, attributes: XMLAttributes, at place: XMLPlace) {
        startElement(name, attributes.all)
    }

    mutating func startElement(_ name: XMLName, _ attributes: [XMLAttribute]) {
        beginTag()
        color(format.colors?.tag)
        output.append("<" + name.description)
        uncolor()
        for attribute in attributes {
            output.append(" " + attribute.name.description + "=\"")
            color(format.colors?.value)
            appendEscaped(attribute.value, inAttribute: true)
            uncolor()
            output.append(UInt8(ascii: "\""))
        }
        isTagOpen = true
        hasText.append(false)
    }

    /// Writes an end tag, or closes an empty element.
    public mutating func endElement(_ name: XMLName, at place: XMLPlace) { endElement(name) }

    mutating func endElement(_ name: XMLName) {
        let hadText = hasText.popLast() ?? false
        color(format.colors?.tag)
        if isTagOpen {
            output.append("/>" as StaticString)
        } else {
            if !hadText, format.isPretty { breakLine() }
            output.append("</" + name.description + ">")
        }
        uncolor()
        isTagOpen = false
        isAfterTag = true
    }

    /// Writes text, with special characters as references.
    public mutating func characters(_ text: UTF8Span, at place: XMLPlace) { characters(String(copying: text)) }

    mutating func characters(_ text: String) {
        let isBlank = text.utf8.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
        if hasText.isEmpty { return }
        if format.isPretty, isBlank, hasText.last == false { return }
        closeTag()
        hasText[hasText.count - 1] = true
        appendEscaped(text, inAttribute: false)
    }

    /// Writes a CDATA section, split if the text contains `]]>`.
    public mutating func characterData(_ text: UTF8Span, at place: XMLPlace) { characterData(String(copying: text)) }

    mutating func characterData(_ text: String) {
        if hasText.isEmpty { return }
        closeTag()
        hasText[hasText.count - 1] = true
        output.append("<![CDATA[" as StaticString)
        let bytes = Array(text.utf8)
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: ">"), index >= 2, bytes[index - 1] == UInt8(ascii: "]"),
                bytes[index - 2] == UInt8(ascii: "]")
            {
                output.append("]]><![CDATA[" as StaticString)
            }
            output.append(byte)
        }
        output.append("]]>" as StaticString)
    }

    /// Writes a comment, with spaces between hyphens that would end it.
    public mutating func comment(_ text: UTF8Span, at place: XMLPlace) { comment(String(copying: text)) }

    mutating func comment(_ text: String) {
        beginTag()
        color(format.colors?.comment)
        output.append("<!--" as StaticString)
        var previous: UInt8 = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "-"), previous == byte { output.append(UInt8(ascii: " ")) }
            output.append(byte)
            previous = byte
        }
        if previous == UInt8(ascii: "-") { output.append(UInt8(ascii: " ")) }
        output.append("-->" as StaticString)
        uncolor()
        isAfterTag = true
    }

    /// Writes a processing instruction.
    public mutating func processingInstruction(target: String, data: String, at place: XMLPlace) {
        processingInstruction(target, data)
    }

    mutating func processingInstruction(_ target: String, _ data: String) {
        beginTag()
        output.append("<?" + target + (data.isEmpty ? "" : " " + data) + "?>")
        isAfterTag = true
    }

    private mutating func closeTag() {
        guard isTagOpen else { return }
        color(format.colors?.tag)
        output.append(UInt8(ascii: ">"))
        uncolor()
        isTagOpen = false
        isAfterTag = true
    }

    private mutating func beginTag() {
        closeTag()
        if isAfterTag, hasText.last != true { breakLine() }
    }

    private func breakLine() {
        guard format.isPretty || hasText.isEmpty else { return }
        guard isAfterTag else { return }
        output.append(UInt8(ascii: "\n"))
        if format.isPretty {
            for _ in 0..<max(0, hasText.count * format.indentation) { output.append(UInt8(ascii: " ")) }
        }
    }

    private func appendEscaped(_ text: String, inAttribute: Bool) {
        output.append(xmlEscaped(text, inAttribute: inAttribute))
    }

    private func color(_ parameters: String?) {
        if let parameters { output.append("\u{1B}[" + parameters + "m") }
    }

    private func uncolor() {
        if format.colors != nil { output.append("\u{1B}[0m" as StaticString) }
    }
}

extension XMLWriter {
    /// Writes a node and its contents.
    public mutating func write(_ node: XMLNode) {
        switch node {
        case .element(let element):
            startElement(element.name, element.attributes)
            for child in element.children { write(child) }
            endElement(element.name)
        case .text(let text): characters(text)
        case .characterData(let text): characterData(text)
        case .comment(let text): comment(text)
        case .processingInstruction(let target, let data): processingInstruction(target, data)
        }
    }
}

extension XMLElement {
    /// The element as XML text in UTF-8.
    public func bytes(_ format: XMLFormat = .compact) -> [UInt8] {
        var writer = XMLWriter(format: format)
        writer.write(.element(self))
        return writer.takeBytes()
    }
}

extension XMLDocument {
    /// The document as XML text in UTF-8, with its declaration.
    public func bytes(_ format: XMLFormat = .compact) -> [UInt8] {
        var writer = XMLWriter(format: format)
        writer.declaration()
        for node in prolog { writer.write(node) }
        writer.write(.element(root))
        for node in epilog { writer.write(node) }
        return writer.takeBytes()
    }
}
