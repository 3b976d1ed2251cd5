/// Builds values one after another, flat.
protocol JSONElementBuilder: JSONTokenHandler {
    /// The number of open containers.
    var depth: Int { get }
    /// The number of nodes, or entries, so far.
    var count: Int { get }
}

/// Builds the elements of an array side by side.
struct JSONElementEvents<Builder: JSONElementBuilder>: JSONTokenHandler {
    var builder: Builder
    private var isInArray = false
    /// Where the complete elements begin.
    private(set) var elements: [UInt32] = []
    /// Where the element after them begins.
    private(set) var end: UInt32 = 0
    /// The bytes of the pieces since one that completed an element.
    private var unfinished = 0
    private let limit: Int

    init(builder: Builder, limits: JSONLimits) {
        self.builder = builder
        limit = limits.elementLimit
    }

    /// Checks, after a piece and before its complete elements are left, how much is kept of the unfinished one.
    mutating func checkSize(afterPieceOf count: Int, at position: TextPosition) throws(JSONError) {
        unfinished = elements.isEmpty ? unfinished + count : 0
        if unfinished > limit { throw JSONError(reason: .tooLarge(limit: limit), position: position) }
    }

    /// Goes on without the complete elements, after `moveRest` has moved what begins at the place that it gets.
    mutating func leaveElements(_ moveRest: (_ builder: inout Builder, _ end: UInt32) -> Void) {
        moveRest(&builder, end)
        elements.removeAll(keepingCapacity: true)
        end = 0
    }

    @inline(__always)
    private func check() throws(JSONError.Reason) {
        if !isInArray { throw .refused("the text is not an array, so its elements cannot be streamed") }
    }

    @inline(__always)
    private mutating func elementMayBeComplete() {
        guard builder.depth == 0 else { return }
        elements.append(end)
        end = UInt32(truncatingIfNeeded: builder.count)
    }

    mutating func null() throws(JSONError.Reason) {
        try check()
        try builder.null()
        elementMayBeComplete()
    }

    mutating func boolean(_ value: Bool) throws(JSONError.Reason) {
        try check()
        try builder.boolean(value)
        elementMayBeComplete()
    }

    mutating func number(_ text: ByteWindow) throws(JSONError.Reason) {
        try check()
        try builder.number(text)
        elementMayBeComplete()
    }

    mutating func string(_ text: ByteWindow, isASCII: Bool) throws(JSONError.Reason) {
        try check()
        try builder.string(text, isASCII: isASCII)
        elementMayBeComplete()
    }

    mutating func key(_ text: ByteWindow, isASCII: Bool) throws(JSONError.Reason) {
        try builder.key(text, isASCII: isASCII)
    }

    mutating func beginArray() throws(JSONError.Reason) {
        if isInArray { try builder.beginArray() } else { isInArray = true }
    }

    mutating func endArray() throws(JSONError.Reason) {
        if builder.depth == 0 { return }
        try builder.endArray()
        elementMayBeComplete()
    }

    mutating func beginObject() throws(JSONError.Reason) {
        try check()
        try builder.beginObject()
    }

    mutating func endObject() throws(JSONError.Reason) {
        try builder.endObject()
        elementMayBeComplete()
    }
}
