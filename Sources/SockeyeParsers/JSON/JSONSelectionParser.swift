/// Selects values while a text streams: only those that the path leads to are built, so the text may be of any size.
///
/// ```swift
/// var parser = JSONSelectionParser(path: try JSONPath("videos[*].name"))
/// for name in try parser.parseAll(bytes) { print(name.rawText) }
/// ```
public struct JSONSelectionParser: ByteStreamParser {
    private var tokenizer: JSONTokenizer
    private var handler: JSONSelectionHandler

    /// A parser that gives the values `path` leads to. A place counted from an array's end can be known only there:
    /// such paths are refused.
    ///
    /// - Throws: ``PathError`` for a negative index.
    public init(path: JSONPath, options: JSONReadingOptions = .init()) throws(PathError) {
        for case .element(let index) in path.steps where index < 0 {
            throw PathError(message: "an index from the end cannot be streamed", offset: 0, path: "[\(index)]")
        }
        tokenizer = JSONTokenizer(options: options)
        handler = JSONSelectionHandler(steps: path.steps, options: options)
    }

    /// Reads the next piece, and appends the selected values that it completes.
    ///
    /// - Throws: ``JSONError``.
    public mutating func parse(_ bytes: RawSpan, into outputs: inout [JSONValue]) throws(JSONError) {
        defer { handler.takeValues(into: &outputs) }
        try tokenizer.feed(bytes, to: &handler)
    }

    /// Ends the text.
    ///
    /// - Throws: ``JSONError`` when it is not complete.
    public mutating func finish(into outputs: inout [JSONValue]) throws(JSONError) {
        defer { handler.takeValues(into: &outputs) }
        try tokenizer.finish(&handler)
    }
}

/// Follows the path through the events, and builds what stands at its end.
struct JSONSelectionHandler: JSONEventHandler {
    /// An open container on the way.
    private struct Level {
        /// How many steps of the path lead here; `nil` if this place is off the path.
        var matched: Int?
        /// The index of the next element; -1 in an object.
        var index: Int
        /// The name of the next member.
        var key = ""
    }

    private let steps: [JSONPath.Step]
    private var levels: [Level] = []
    private var builder: JSONValueBuilder
    private var isBuilding = false
    private var values: [JSONValue] = []

    init(steps: [JSONPath.Step], options: JSONReadingOptions) {
        self.steps = steps
        builder = JSONValueBuilder(options: options)
    }

    mutating func takeValues(into outputs: inout [JSONValue]) {
        outputs += values
        values.removeAll(keepingCapacity: true)
    }

    /// How many steps of the path lead to the value that comes now; moves on to the next element.
    private mutating func matchedSteps() -> Int? {
        guard var level = levels.last else { return 0 }
        defer { levels[levels.count - 1] = level }
        if level.index >= 0 { level.index += 1 }
        guard let matched = level.matched, matched < steps.count else { return nil }
        let isOnPath =
            switch steps[matched] {
            case .all: true
            case .element(let index): level.index > 0 && level.index - 1 == index
            case .member(let name): level.index < 0 && level.key == name
            }
        return isOnPath ? matched + 1 : nil
    }

    /// Whether the scalar that comes now is to be built.
    private mutating func isWanted() -> Bool { isBuilding || matchedSteps() == steps.count }

    private mutating func takeValue() {
        guard builder.depth == 0, let value = builder.takeValue() else { return }
        values.append(value)
        isBuilding = false
    }

    private mutating func open(isObject: Bool) {
        if !isBuilding {
            let matched = matchedSteps()
            if matched == steps.count {
                isBuilding = true
            } else {
                levels.append(Level(matched: matched, index: isObject ? -1 : 0))
            }
        }
        if isBuilding { if isObject { builder.beginObject() } else { builder.beginArray() } }
    }

    mutating func null() {
        guard isWanted() else { return }
        builder.null()
        takeValue()
    }
    mutating func boolean(_ value: Bool) {
        guard isWanted() else { return }
        builder.boolean(value)
        takeValue()
    }
    mutating func number(_ text: UTF8Span) {
        guard isWanted() else { return }
        builder.number(text)
        takeValue()
    }
    mutating func string(_ text: UTF8Span) {
        guard isWanted() else { return }
        builder.string(text)
        takeValue()
    }
    mutating func key(_ text: UTF8Span) {
        if isBuilding {
            builder.key(text)
        } else if !levels.isEmpty {
            levels[levels.count - 1].key = String(copying: text)
        }
    }
    mutating func beginArray() { open(isObject: false) }
    mutating func beginObject() { open(isObject: true) }

    mutating func endArray() {
        if isBuilding {
            builder.endArray()
            takeValue()
        } else {
            _ = levels.popLast()
        }
    }

    mutating func endObject() throws(JSONError.Reason) {
        if isBuilding {
            try builder.endObject()
            takeValue()
        } else {
            _ = levels.popLast()
        }
    }
}
