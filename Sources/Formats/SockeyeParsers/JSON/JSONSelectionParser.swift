/// Selects values from a streamed text. Only selected values are built, so the text may be of any size.
///
/// ```swift
/// var parser = JSONSelectionParser(path: try JSONPath("videos[*].name"))
/// for name in try parser.parseAll(bytes) { print(name.rawText) }
/// ```
package struct JSONSelectionParser: ByteStreamParser {
    /// Who may change the builder: a copy of a parser shares it until it goes on.
    private final class Owner: Sendable {}

    private var tokenizer: JSONTokenizer
    private var handler: JSONSelectionHandler
    /// The bytes of the pieces since one that completed a selected value, as long as another one is built.
    private var unfinished = 0
    private let limit: Int
    private var owner = Owner()

    /// Makes a parser that returns the values `path` selects. Indices from an array's end are only known there, so they
    /// are refused.
    ///
    /// - Throws: ``PathError`` for a negative index.
    package init(path: JSONPath, options: JSONReadingOptions = .init()) throws(PathError) {
        tokenizer = JSONTokenizer(options: options)
        limit = options.limits.elementLimit
        handler = try JSONSelectionHandler(path: path, options: options)
    }

    /// Parses the next piece, and appends the selected values that it completes.
    ///
    /// - Throws: ``JSONError``.
    package mutating func parse(_ bytes: RawSpan, into outputs: inout [JSONValue]) throws(JSONError) {
        own()
        defer { handler.takeValues(into: &outputs) }
        try bytes.withWindow { (window) throws(JSONError) in try tokenizer.feed(window, to: &handler) }
        unfinished = handler.keepsUnfinished ? unfinished + bytes.byteCount : 0
        if unfinished > limit { throw JSONError(reason: .tooLarge(limit: limit), position: tokenizer.position) }
    }

    /// Ends the text.
    ///
    /// - Throws: ``JSONError`` if it is incomplete.
    package mutating func finish(into outputs: inout [JSONValue]) throws(JSONError) {
        own()
        defer { handler.takeValues(into: &outputs) }
        try tokenizer.finish(&handler)
    }

    private mutating func own() {
        if isKnownUniquelyReferenced(&owner) { return }
        handler.own()
        owner = Owner()
    }
}

/// Builds the values that the path selects.
struct JSONSelectionHandler: JSONTokenHandler {
    private var follower: JSONPathFollower
    private var builder: JSONValueBuilder
    private var isBuilding = false
    private var values: [JSONValue] = []

    init(path: JSONPath, options: JSONReadingOptions) throws(PathError) {
        follower = try JSONPathFollower(path)
        builder = JSONValueBuilder(options: options)
    }

    /// Whether all that is kept is part of a value that isn't complete.
    var keepsUnfinished: Bool { isBuilding && values.isEmpty }

    /// Stops sharing what copies of a handler share.
    mutating func own() { builder.own() }

    mutating func takeValues(into outputs: inout [JSONValue]) {
        outputs += values
        values.removeAll(keepingCapacity: true)
    }

    /// Builds a scalar, if it is wanted.
    @inline(__always)
    private mutating func scalar(_ build: (inout JSONValueBuilder) -> Void) {
        guard isBuilding || follower.isSelected() else { return }
        build(&builder)
        takeValue()
    }

    private mutating func takeValue() {
        guard builder.depth == 0, let value = builder.takeValue() else { return }
        values.append(value)
        isBuilding = false
    }

    private mutating func open(isObject: Bool) {
        if !isBuilding { isBuilding = follower.isContainerSelected(isObject: isObject) }
        if isBuilding { if isObject { builder.beginObject() } else { builder.beginArray() } }
    }

    mutating func null() { scalar { $0.null() } }
    mutating func boolean(_ value: Bool) { scalar { $0.boolean(value) } }
    mutating func number(_ text: ByteWindow) { scalar { $0.number(text) } }
    mutating func string(_ text: ByteWindow, isASCII: Bool) { scalar { $0.string(text, isASCII: isASCII) } }
    mutating func key(_ text: ByteWindow, isASCII: Bool) {
        if isBuilding {
            builder.key(text, isASCII: isASCII)
        } else {
            follower.key(text.text(from: 0, to: text.count, isASCII: isASCII))
        }
    }
    mutating func beginArray() { open(isObject: false) }
    mutating func beginObject() { open(isObject: true) }

    mutating func endArray() {
        if isBuilding {
            builder.endArray()
            takeValue()
        } else {
            follower.leave()
        }
    }

    mutating func endObject() throws(JSONError.Reason) {
        if isBuilding {
            try builder.endObject()
            takeValue()
        } else {
            follower.leave()
        }
    }
}
