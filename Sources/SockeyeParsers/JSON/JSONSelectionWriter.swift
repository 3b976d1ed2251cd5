/// Writes what a path leads to while the text streams, one value after another, a line feed after each. Nothing is
/// built: a text of any size is reformatted in constant memory.
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
/// Copies of a writer share what they write, so only one may be used.
public struct JSONSelectionWriter: JSONEventHandler {
    private var follower: JSONPathFollower
    private var writer: JSONWriter
    private let writesRawStrings: Bool
    /// How many containers are open inside the value that is being written, itself included.
    private var depth = 0

    /// How many values have been selected.
    public private(set) var selectedCount = 0

    /// A writer of what `path` leads to; an empty path is the whole text.
    ///
    /// - Parameters:
    ///   - writesRawStrings: whether a selected string is written as itself, without quotation marks and escapes:
    ///     what a script wants.
    /// - Throws: ``PathError`` for a negative index: it cannot be known before the array's end.
    public init(path: JSONPath, format: JSONFormat = .compact, writesRawStrings: Bool = true) throws(PathError) {
        follower = try JSONPathFollower(path)
        writer = JSONWriter(format: format)
        self.writesRawStrings = writesRawStrings
    }

    /// What has been written since the last call.
    public mutating func takeBytes() -> [UInt8] { writer.takeBytes() }

    /// Whether the scalar that comes now is to be written.
    private mutating func isWanted() -> Bool {
        if depth > 0 { return true }
        return follower.isSelected()
    }

    /// Ends the line of a value that has been selected and written.
    private mutating func endValue() {
        guard depth == 0 else { return }
        writer.endLine()
        selectedCount += 1
    }

    /// Whether the container that begins now is to be written.
    private mutating func opens(isObject: Bool) -> Bool {
        if depth == 0 {
            guard follower.isContainerSelected(isObject: isObject) else { return false }
        }
        depth += 1
        return true
    }

    /// Whether the container that ends now is to be written.
    private mutating func closes() -> Bool {
        if depth > 0 {
            depth -= 1
            return true
        }
        follower.leave()
        return false
    }

    /// Writes null, if it is wanted.
    public mutating func null() {
        guard isWanted() else { return }
        writer.null()
        endValue()
    }
    /// Writes true or false, if it is wanted.
    public mutating func boolean(_ value: Bool) {
        guard isWanted() else { return }
        writer.boolean(value)
        endValue()
    }
    /// Writes a number as it is, if it is wanted.
    public mutating func number(_ text: UTF8Span) {
        guard isWanted() else { return }
        writer.number(text)
        endValue()
    }
    /// Writes a string, if it is wanted.
    public mutating func string(_ text: UTF8Span) {
        guard isWanted() else { return }
        if writesRawStrings, depth == 0 { writer.raw(text) } else { writer.string(text) }
        endValue()
    }
    /// Writes a name, if its object is wanted.
    public mutating func key(_ text: UTF8Span) { if depth > 0 { writer.key(text) } else { follower.key(text) } }
    /// Opens an array, if it is wanted.
    public mutating func beginArray() { if opens(isObject: false) { writer.beginArray() } }
    /// Closes an array.
    public mutating func endArray() {
        guard closes() else { return }
        writer.endArray()
        endValue()
    }
    /// Opens an object, if it is wanted.
    public mutating func beginObject() { if opens(isObject: true) { writer.beginObject() } }
    /// Closes an object.
    public mutating func endObject() {
        guard closes() else { return }
        writer.endObject()
        endValue()
    }
}
