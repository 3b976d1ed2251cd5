public import SockeyeEncodings

/// A node of a document's tree.
@nonexhaustive
public enum XMLNode: Sendable, Hashable {
    /// An element with its contents.
    case element(XMLElement)
    /// Text, with references resolved.
    case text(String)
    /// A CDATA section.
    case characterData(String)
    /// A comment.
    case comment(String)
    /// A processing instruction.
    case processingInstruction(target: String, data: String)

    /// The element, if this is one.
    public var element: XMLElement? {
        if case .element(let element) = self { element } else { nil }
    }
}

/// An element that can be read, changed and written back. It is a value: changing a copy leaves the original alone.
///
/// ```swift
/// var feed = try XMLDocument(parsing: bytes).root
/// feed["channel"]?["title"]?.text = "News"
/// feed.select("channel/item[@id='7']/link").first?.text
/// ```
public struct XMLElement: Sendable, Hashable {
    /// The name.
    public var name: XMLName
    /// The attributes in order, including namespace declarations.
    public var attributes: [XMLAttribute]
    /// The contents between the tags, in order.
    public var children: [XMLNode]

    /// Makes an element.
    public init(_ name: XMLName, attributes: [XMLAttribute] = [], children: [XMLNode] = []) {
        self.name = name
        self.attributes = attributes
        self.children = children
    }

    /// Makes an element that contains only text.
    public init(_ name: XMLName, attributes: [XMLAttribute] = [], text: String) {
        self.init(name, attributes: attributes, children: [.text(text)])
    }

    /// All text inside, including that of nested elements. Setting it replaces all children by the text.
    public var text: String {
        get {
            var text = ""
            appendText(to: &text)
            return text
        }
        set { children = newValue.isEmpty ? [] : [.text(newValue)] }
    }

    private func appendText(to text: inout String) {
        for child in children {
            switch child {
            case .text(let part), .characterData(let part): text += part
            case .element(let element): element.appendText(to: &text)
            case .comment, .processingInstruction: break
            }
        }
    }

    /// The elements among the children.
    public var elements: [XMLElement] { children.compactMap(\.element) }

    /// The child elements called `name`, with or without its prefix.
    public func elements(named name: String) -> [XMLElement] { elements.filter { $0.name.matches(name) } }

    /// The first child element called `name`. Setting it replaces that element or appends one; `nil` removes it.
    public subscript(name: String) -> XMLElement? {
        get {
            for case .element(let element) in children where element.name.matches(name) { return element }
            return nil
        }
        set {
            let position = children.firstIndex { $0.element?.name.matches(name) == true }
            switch (position, newValue) {
            case (let position?, let element?): children[position] = .element(element)
            case (let position?, nil): children.remove(at: position)
            case (nil, let element?): children.append(.element(element))
            case (nil, nil): break
            }
        }
    }

    /// The value of the attribute called `name`, with or without its prefix. Setting it replaces or adds the attribute;
    /// `nil` removes it.
    public subscript(attribute name: String) -> String? {
        get { attributes.first { $0.name.matches(name) }?.value }
        set {
            let position = attributes.firstIndex { $0.name.matches(name) }
            switch (position, newValue) {
            case (let position?, let value?): attributes[position].value = value
            case (let position?, nil): attributes.remove(at: position)
            case (nil, let value?): attributes.append(XMLAttribute(XMLName(name), value))
            case (nil, nil): break
            }
        }
    }
}

/// A whole document: its root, and the nodes before and after it.
public struct XMLDocument: Sendable, Hashable {
    /// Comments and processing instructions before the root.
    public var prolog: [XMLNode]
    /// The root element.
    public var root: XMLElement
    /// Comments and processing instructions after the root.
    public var epilog: [XMLNode]

    /// Makes a document.
    public init(root: XMLElement, prolog: [XMLNode] = [], epilog: [XMLNode] = []) {
        self.prolog = prolog
        self.root = root
        self.epilog = epilog
    }

    /// Parses a whole document. The document type declaration is read but dropped.
    ///
    /// - Throws: ``XMLError``.
    public init(
        parsing bytes: some Collection<UInt8>, limits: XMLLimits = .init(), encoding: TextEncoding? = nil
    ) throws(XMLError) {
        let tokenizer = XMLTokenizer(handler: XMLDocumentBuilder(), limits: limits, encoding: encoding)
        try tokenizer.parseWhole(bytes)
        self = tokenizer.handler.document
    }
}

/// Builds a document from events.
struct XMLDocumentBuilder: XMLEventHandler {
    /// The open elements, innermost last.
    private var open: [XMLElement] = []
    private(set) var document = XMLDocument(root: XMLElement(""))
    private var hasRoot = false

    private mutating func add(_ node: XMLNode) {
        if open.isEmpty {
            if hasRoot { document.epilog.append(node) } else { document.prolog.append(node) }
        } else {
            open[open.count - 1].children.append(node)
        }
    }

    mutating func startElement(_ name: XMLName, attributes: XMLAttributes, at place: XMLPlace) {
        open.append(XMLElement(name, attributes: attributes.all))
    }

    mutating func endElement(_ name: XMLName, at place: XMLPlace) {
        guard let element = open.popLast() else { return }
        if open.isEmpty {
            document.root = element
            hasRoot = true
        } else {
            open[open.count - 1].children.append(.element(element))
        }
    }

    mutating func characters(_ text: UTF8Span, at place: XMLPlace) {
        if !open.isEmpty { add(.text(String(copying: text))) }
    }
    mutating func characterData(_ text: UTF8Span, at place: XMLPlace) { add(.characterData(String(copying: text))) }
    mutating func comment(_ text: UTF8Span, at place: XMLPlace) { add(.comment(String(copying: text))) }
    mutating func processingInstruction(target: String, data: String, at place: XMLPlace) {
        add(.processingInstruction(target: target, data: data))
    }
}

extension AsyncSequence where Element: Collection<UInt8> {
    /// Parses the stream's XML document into a tree as it arrives, reading at most `limit` bytes (64 MiB).
    ///
    /// - Throws: ``XMLError``, and the stream's errors.
    public func xml(
        upTo limit: Int = 64 << 20, limits: XMLLimits = .init(), encoding: TextEncoding? = nil
    ) async throws -> XMLDocument {
        var limits = limits
        limits.sizeLimit = Swift.min(limit, limits.sizeLimit)
        let tokenizer = XMLTokenizer(handler: XMLDocumentBuilder(), limits: limits, encoding: encoding)
        for try await chunk in self { try tokenizer.feed(chunk) }
        try tokenizer.finish()
        return tokenizer.handler.document
    }
}
