/// Writes XML from events: as the handler of an ``XMLTokenizer``, it reformats a document while it streams.
///
/// Copies of a writer share their output, so use only one.
package struct XMLWriter: XMLEventHandler {
    private let format: XMLFormat
    private let output = ByteOutput()
    /// The open elements, innermost last.
    private var open: [Level] = []
    /// Blank text at the start of an element: layout if an element or a comment follows, otherwise its text.
    private var blank = ""
    /// Whether the last tag still lacks its `>`.
    private var isTagOpen = false
    /// Whether something was written already, so that a line break is needed.
    private var isAfterTag = false

    private struct Level {
        /// Whether there is text here or around, so that adding white space would change it.
        var hasText: Bool
        /// Whether `xml:space` keeps white space.
        var keepsSpace: Bool

        var isFixed: Bool { hasText || keepsSpace }
    }

    /// Makes a writer for the given layout.
    package init(format: XMLFormat = .compact) { self.format = format }

    /// Returns everything written since the last call.
    package mutating func takeBytes() -> [UInt8] { output.takeBytes() }

    /// Writes the XML declaration, with UTF-8 as the encoding.
    package mutating func declaration() {
        output.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>" as StaticString)
        output.append(UInt8(ascii: "\n"))
    }

    /// Writes a start tag.
    package mutating func startElement(_ name: XMLName, attributes: XMLAttributes, at place: XMLPlace) {
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
        open.append(level(attributes))
    }

    /// What holds in an element that begins (XML 1.0 section 2.10).
    private func level(_ attributes: [XMLAttribute]) -> Level {
        var level = open.last ?? Level(hasText: false, keepsSpace: false)
        switch attributes.first(where: { $0.name.description == "xml:space" })?.value {
        case "preserve": level.keepsSpace = true
        case "default": level.keepsSpace = false
        default: break
        }
        return level
    }

    /// Writes an end tag, or closes an empty element.
    package mutating func endElement(_ name: XMLName, at place: XMLPlace) { endElement(name) }

    mutating func endElement(_ name: XMLName) {
        writeBlank()
        let isFixed = open.popLast()?.isFixed ?? false
        color(format.colors?.tag)
        if isTagOpen {
            output.append("/>" as StaticString)
        } else {
            if !isFixed, format.isPretty { breakLine() }
            output.append("</" + name.description + ">")
        }
        uncolor()
        isTagOpen = false
        isAfterTag = true
    }

    /// Writes text, with special characters as references.
    package mutating func characters(_ text: UTF8Span, at place: XMLPlace) { characters(String(copying: text)) }

    mutating func characters(_ text: String) {
        if open.isEmpty { return }
        let isBlank = text.isXMLBlank
        if format.isPretty, isBlank, open.last?.isFixed == false {
            if isTagOpen { blank += text }
            return
        }
        beginText(isBlank: isBlank)
        appendEscaped(text, inAttribute: false)
    }

    private mutating func beginText(isBlank: Bool = false) {
        writeBlank()
        closeTag()
        if !isBlank { open[open.count - 1].hasText = true }
    }

    /// Writes blank text that turned out not to be layout.
    private mutating func writeBlank() {
        if blank.isEmpty { return }
        let text = blank
        blank = ""
        closeTag()
        open[open.count - 1].hasText = true
        appendEscaped(text, inAttribute: false)
    }

    /// Writes a CDATA section, split if the text contains `]]>` or CR, without the characters that XML can't hold.
    package mutating func characterData(_ text: UTF8Span, at place: XMLPlace) { characterData(String(copying: text)) }

    mutating func characterData(_ text: String) {
        if open.isEmpty { return }
        beginText()
        output.append("<![CDATA[" as StaticString)
        let bytes = xmlCharacters(text)
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: ">"), index >= 2, bytes[index - 1] == UInt8(ascii: "]"),
                bytes[index - 2] == UInt8(ascii: "]")
            {
                output.append("]]><![CDATA[" as StaticString)
            }
            if byte == 0x0D {
                // Unescaped it would be read back as LF (XML 1.0 section 2.11), and a section has no references.
                output.append("]]>&#13;<![CDATA[" as StaticString)
                continue
            }
            output.append(byte)
        }
        output.append("]]>" as StaticString)
    }

    /// Writes a comment, with spaces between hyphens that would end it.
    package mutating func comment(_ text: UTF8Span, at place: XMLPlace) { comment(String(copying: text)) }

    mutating func comment(_ text: String) {
        beginTag()
        color(format.colors?.comment)
        output.append("<!--" as StaticString)
        var previous: UInt8 = 0
        for byte in xmlCharacters(text) {
            if byte == UInt8(ascii: "-"), previous == byte { output.append(UInt8(ascii: " ")) }
            output.append(byte)
            previous = byte
        }
        if previous == UInt8(ascii: "-") { output.append(UInt8(ascii: " ")) }
        output.append("-->" as StaticString)
        uncolor()
        isAfterTag = true
    }

    /// Writes a processing instruction, with a space in `?>`, which would end it.
    package mutating func processingInstruction(target: String, data: String, at place: XMLPlace) {
        processingInstruction(target, data)
    }

    mutating func processingInstruction(_ target: String, _ data: String) {
        beginTag()
        output.append("<?" + target + (data.isEmpty ? "" : " "))
        var previous: UInt8 = 0
        for byte in xmlCharacters(data) {
            if byte == UInt8(ascii: ">"), previous == UInt8(ascii: "?") { output.append(UInt8(ascii: " ")) }
            output.append(byte)
            previous = byte
        }
        output.append("?>" as StaticString)
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
        // What came first is layout after all.
        blank = ""
        closeTag()
        if isAfterTag, open.last?.isFixed != true { breakLine() }
    }

    private func breakLine() {
        guard format.isPretty || open.isEmpty else { return }
        guard isAfterTag else { return }
        output.append(UInt8(ascii: "\n"))
        if format.isPretty {
            for _ in 0..<max(0, open.count * format.indentation) { output.append(UInt8(ascii: " ")) }
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
    package mutating func write(_ node: XMLNode) {
        switch node {
        case .element(let element):
            startElement(element.name, element.attributes)
            // Before its children are written, which text among them keeps from being spread.
            if element.children.contains(where: \.isText) { open[open.count - 1].hasText = true }
            for child in element.children { write(child) }
            endElement(element.name)
        case .text(let text): characters(text)
        case .characterData(let text): characterData(text)
        case .comment(let text): comment(text)
        case .processingInstruction(let target, let data): processingInstruction(target, data)
        }
    }
}

extension XMLNode {
    /// Whether this is text that layout isn't made of.
    fileprivate var isText: Bool {
        switch self {
        case .characterData: true
        case .text(let text): !text.isXMLBlank
        case .element, .comment, .processingInstruction: false
        }
    }
}

extension String {
    /// Whether there is nothing but white space (XML 1.0 section 2.3).
    fileprivate var isXMLBlank: Bool { utf8.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 } }
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
