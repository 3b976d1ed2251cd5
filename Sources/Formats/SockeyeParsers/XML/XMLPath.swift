/// A simple path to elements, attributes and text, in XPath notation:
///
/// - `Human/Person/name`: names of elements; when searching a document, the first is the root's. `*` matches any name.
/// - `Person[@color='yellow']`, `Person[@color]`, `Person[name='Ada']`, `Person[2]` (counted from 1 among the children
///   of one parent): conditions.
/// - `//name`: elements at any depth.
/// - `Person/@color`: an attribute; `Person/text()`: the text itself. Only as the last step. `//@color`: that attribute of any
///   element; `Person//@color`: of `Person` and the elements in it.
public struct XMLPath: Sendable, Hashable {
    struct Step: Sendable, Hashable {
        var name: String
        var isAtAnyDepth: Bool
        var conditions: [Condition]
        /// Whether the element of the step before is meant too: `//@name` is any element's attribute, its own as well.
        var includesParent = false
    }

    enum Condition: Sendable, Hashable {
        case position(Int)
        case attribute(String, value: String?)
        case child(String, value: String)
    }

    enum Target: Sendable, Hashable {
        case elements, text
        case attribute(String)
    }

    let steps: [Step]
    let target: Target

    /// Parses a path.
    ///
    /// - Throws: ``PathError`` with the position of the error.
    public init(_ text: String) throws(PathError) {
        var reader = PathReader(text)
        var steps: [Step] = []
        var target = Target.elements
        _ = text.hasPrefix("//") ? false : reader.skip("/")
        while !reader.isAtEnd {
            let isAtAnyDepth = reader.skip("//")
            if isAtAnyDepth, reader.isNext("text()") {
                throw reader.error("expected the name of an element or '@' after '//'")
            }
            if reader.skip("@") {
                if isAtAnyDepth {
                    steps.append(Step(name: "*", isAtAnyDepth: true, conditions: [], includesParent: true))
                }
                target = .attribute(try reader.name())
                break
            }
            if reader.skip("text()") {
                target = .text
                break
            }
            var step = Step(name: try reader.name(), isAtAnyDepth: isAtAnyDepth, conditions: [])
            while reader.skip("[") { step.conditions.append(try Self.condition(&reader)) }
            steps.append(step)
            if reader.isAtEnd { break }
            if !reader.isNext("//"), !reader.skip("/") { throw reader.error("expected '/' or '['") }
            if reader.isAtEnd { throw reader.error("expected a name after '/'") }
        }
        if !reader.isAtEnd { throw reader.error("expected nothing after this") }
        if steps.isEmpty { throw reader.error("expected the name of an element") }
        self.steps = steps
        self.target = target
    }

    private static func condition(_ reader: inout PathReader) throws(PathError) -> Condition {
        let condition: Condition
        if let position = reader.number() {
            guard position > 0 else { throw reader.error("positions are counted from 1") }
            condition = .position(position)
        } else if reader.skip("@") {
            let name = try reader.name()
            condition = .attribute(name, value: reader.skip("=") ? try reader.quoted() : nil)
        } else {
            let name = try reader.name()
            guard reader.skip("=") else { throw reader.error("expected '=', as in a/b[c='d']") }
            condition = .child(name, value: try reader.quoted())
        }
        guard reader.skip("]") else { throw reader.error("expected ']'") }
        return condition
    }
}

/// What a path selects.
@nonexhaustive
public enum XMLSelection: Sendable, Hashable {
    /// An element.
    case element(XMLElement)
    /// An attribute.
    case attribute(XMLAttribute)
    /// Text.
    case text(String)

    /// The raw string: an element's text, an attribute's value, or the text.
    public var string: String {
        switch self {
        case .element(let element): element.text
        case .attribute(let attribute): attribute.value
        case .text(let text): text
        }
    }
}

extension XMLPath {
    /// Selects from `elements`, which are matched by the first step.
    func select(from elements: [XMLElement]) -> [XMLSelection] {
        var follower = XMLPathFollower(self)
        var selections: [XMLSelection] = []
        for element in elements { search(element, &follower, &selections) }
        return selections
    }

    private func search(
        _ element: XMLElement, _ follower: inout XMLPathFollower, _ selections: inout [XMLSelection]
    ) {
        if follower.enter(element.name, element.attributes, whole: element) == .yes {
            switch target {
            case .elements: selections.append(.element(element))
            case .text: selections.append(.text(element.text))
            case .attribute(let name):
                selections += element.attributes.filter { name == "*" || $0.name.matches(name) }
                    .map(XMLSelection.attribute)
            }
        }
        if follower.goesOn {
            for case .element(let child) in element.children { search(child, &follower, &selections) }
        }
        follower.leave()
    }
}

extension XMLElement {
    /// The elements inside this one that `path` selects, starting with its children.
    ///
    /// - Throws: ``PathError``.
    public func select(_ path: String) throws(PathError) -> [XMLElement] {
        select(try XMLPath(path)).compactMap { selection in
            if case .element(let element) = selection { element } else { nil }
        }
    }

    /// What `path` selects inside this element, starting with its children.
    public func select(_ path: XMLPath) -> [XMLSelection] { path.select(from: elements) }
}

extension XMLDocument {
    /// What `path` selects in the document, starting with the root itself.
    public func select(_ path: XMLPath) -> [XMLSelection] { path.select(from: [root]) }
}
