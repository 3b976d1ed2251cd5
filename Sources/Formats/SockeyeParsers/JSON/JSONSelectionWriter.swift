/// Writes the values that a path selects from a streamed text, each followed by a line feed. Builds no values:
/// reformats a text of any size in constant memory.
///
/// ```swift
/// var writer = try JSONSelectionWriter(path: try JSONPath("videos[*].name"))
/// var tokenizer = JSONTokenizer()
/// for try await chunk in body {
///     try tokenizer.feed(chunk, to: &writer)
///     output.write(writer.takeBytes())
/// }
/// try tokenizer.finish(&writer)
/// ```
///
/// Copies of a writer share their output, so use only one.
package struct JSONSelectionWriter: JSONEventHandler {
    private var follower: JSONPathFollower
    private var writer: JSONWriter
    private let writesRawStrings: Bool
    /// The open containers inside the value being written, including itself.
    private var depth = 0

    /// The number of values selected so far.
    package private(set) var selectedCount = 0

    /// Makes a writer for what `path` selects; an empty path selects the whole text.
    ///
    /// - Parameters:
    ///   - path: what to select.
    ///   - format: how to write it.
    ///   - writesRawStrings: whether to write a selected string without quotation marks and escapes, for scripts.
    /// - Throws: ``PathError`` for a negative index, which is only known at the array's end.
    package init(path: JSONPath, format: JSONFormat = .compact, writesRawStrings: Bool = true) throws(PathError) {
        follower = try JSONPathFollower(path)
        writer = JSONWriter(format: format)
        self.writesRawStrings = writesRawStrings
    }

    /// Returns everything written since the last call.
    package mutating func takeBytes() -> [UInt8] { writer.takeBytes() }

    /// Writes a scalar, if selected.
    @inline(__always)
    private mutating func scalar(_ write: (inout JSONWriter) -> Void) {
        guard depth > 0 || follower.isSelected() else { return }
        write(&writer)
        endValue()
    }

    /// Ends the line of a selected value.
    private mutating func endValue() {
        guard depth == 0 else { return }
        writer.endLine()
        selectedCount += 1
    }

    /// Whether to write the container that begins now.
    private mutating func opens(isObject: Bool) -> Bool {
        if depth == 0 {
            guard follower.isContainerSelected(isObject: isObject) else { return false }
        }
        depth += 1
        return true
    }

    /// Whether to write the container that ends now.
    private mutating func closes() -> Bool {
        if depth > 0 {
            depth -= 1
            return true
        }
        follower.leave()
        return false
    }

    /// Writes null, if selected.
    package mutating func null() { scalar { $0.null() } }
    /// Writes true or false, if selected.
    package mutating func boolean(_ value: Bool) { scalar { $0.boolean(value) } }
    /// Writes a number unchanged, if selected.
    package mutating func number(_ text: UTF8Span) { scalar { $0.number(text) } }
    /// Writes a string, if selected.
    package mutating func string(_ text: UTF8Span) {
        let isRaw = writesRawStrings && depth == 0
        scalar { if isRaw { $0.raw(text) } else { $0.string(text) } }
    }
    /// Writes a name, if its object is selected.
    package mutating func key(_ text: UTF8Span) { if depth > 0 { writer.key(text) } else { follower.key(text) } }
    /// Opens an array, if selected.
    package mutating func beginArray() { if opens(isObject: false) { writer.beginArray() } }
    /// Closes an array, if selected.
    package mutating func endArray() {
        guard closes() else { return }
        writer.endArray()
        endValue()
    }
    /// Opens an object, if selected.
    package mutating func beginObject() { if opens(isObject: true) { writer.beginObject() } }
    /// Closes an object, if selected.
    package mutating func endObject() {
        guard closes() else { return }
        writer.endObject()
        endValue()
    }
}
