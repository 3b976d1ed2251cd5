/// Collects the texts that a path selects while the document streams: an element's text, or an attribute's value.
/// Everything off the path is dropped.
///
/// An element with a condition such as `[name='Ada']` is buffered until its end, since only then the condition is
/// decided.
///
/// ```swift
/// let tokenizer = XMLTokenizer(handler: XMLSelectionHandler(path: try XMLPath("Human/Person/@color")))
/// for try await chunk in body {
///     try tokenizer.feed(chunk)
///     for color in tokenizer.handler.takeTexts() { print(color) }
/// }
/// try tokenizer.finish()
/// ```
package struct XMLSelectionHandler: XMLEventHandler {
    private var follower: XMLPathFollower
    private let target: XMLPath.Target
    private let textLimit: Int
    /// The selected texts in document order, including those still open.
    private var texts: [String] = []
    private var length = 0
    /// What the open part of an element that is needed as a whole takes.
    private var keptLength = 0
    /// For each open element, the index in `texts` that its text goes to, if selected.
    private var open: [Int?] = []
    private var openTextCount = 0
    /// The open part of an element that is needed as a whole, innermost last.
    private var kept: [XMLElement] = []

    /// Makes a handler that collects what `path` selects.
    ///
    /// - Parameters:
    ///   - path: what to select.
    ///   - textLimit: the maximum bytes waiting to be taken, including the text of open elements (64 MiB). An element
    ///     that is buffered counts with its names, attributes and text, and 64 bytes for each of its nodes.
    package init(path: XMLPath, textLimit: Int = 64 << 20) {
        follower = XMLPathFollower(path)
        target = path.target
        self.textLimit = textLimit
    }

    /// Returns the texts completed since the last call.
    package mutating func takeTexts() -> [String] {
        guard openTextCount == 0, !texts.isEmpty else { return [] }
        defer {
            texts.removeAll(keepingCapacity: true)
            length = 0
        }
        return texts
    }

    /// Follows the path into an element.
    package mutating func startElement(
        _ name: XMLName, attributes: XMLAttributes, at place: XMLPlace
    ) throws(XMLError.Reason) {
        if kept.isEmpty {
            let match = follower.enter(name, attributes.all)
            guard match == .dependsOnChildren else { return try begin(attributes.all, isTarget: match == .yes) }
        }
        let element = XMLElement(name, attributes: attributes.all)
        var size = Self.nodeSize + name.local.utf8.count
        for attribute in element.attributes {
            size += Self.nodeSize + attribute.name.local.utf8.count + attribute.value.utf8.count
        }
        try keep(size)
        kept.append(element)
    }

    /// Ends an element, and its text if it was selected.
    package mutating func endElement(_ name: XMLName, at place: XMLPlace) throws(XMLError.Reason) {
        guard let element = kept.popLast() else { return end() }
        if kept.isEmpty {
            // Only what is selected of it is still held.
            keptLength = 0
            try replay(element)
        } else {
            kept[kept.count - 1].children.append(.element(element))
        }
    }

    /// Appends to the text of every open selected element.
    package mutating func characters(_ text: UTF8Span, at place: XMLPlace) throws(XMLError.Reason) {
        if kept.isEmpty, openTextCount == 0 { return }
        let part = String(copying: text)
        if kept.isEmpty { return try append(part) }
        try keep(Self.nodeSize + part.utf8.count)
        kept[kept.count - 1].children.append(.text(part))
    }

    /// About what a node takes besides its names and text.
    private static let nodeSize = 64

    /// Counts a part of an element that is needed as a whole.
    private mutating func keep(_ size: Int) throws(XMLError.Reason) {
        keptLength += size
        try check()
    }

    /// Counts what waits to be taken.
    private mutating func add(_ size: Int) throws(XMLError.Reason) {
        length += size
        try check()
    }

    private func check() throws(XMLError.Reason) {
        if length + keptLength > textLimit { throw .textTooLong(limit: textLimit) }
    }

    private mutating func begin(
        _ attributes: @autoclosure () -> [XMLAttribute], isTarget: Bool
    ) throws(XMLError.Reason) {
        guard isTarget else { return open.append(nil) }
        if case .attribute(let name) = target {
            for attribute in attributes() where name == "*" || attribute.name.matches(name) {
                try add(MemoryLayout<String>.size + attribute.value.utf8.count)
                texts.append(attribute.value)
            }
            open.append(nil)
        } else {
            try add(MemoryLayout<String>.size)
            open.append(texts.count)
            openTextCount += 1
            texts.append("")
        }
    }

    private mutating func end() {
        follower.leave()
        if let last = open.popLast(), last != nil { openTextCount -= 1 }
    }

    private mutating func append(_ part: String) throws(XMLError.Reason) {
        try add(part.utf8.count * openTextCount)
        for case let index? in open { texts[index] += part }
    }

    /// Processes an element that is now complete.
    private mutating func replay(_ element: XMLElement) throws(XMLError.Reason) {
        let match = follower.enter(element.name, element.attributes, whole: element)
        try begin(element.attributes, isTarget: match == .yes)
        for child in element.children {
            switch child {
            case .element(let element): try replay(element)
            case .text(let part), .characterData(let part): try append(part)
            case .comment, .processingInstruction: break
            }
        }
        end()
    }
}
