internal import Glibc

/// What a program does with the library, once: the calls within `run` are those that fail.
public struct Scenario: Sendable {
    /// Its name.
    public let name: String
    /// Makes the files that an earlier run left. The folder is empty, the servers are in order.
    public let prepare: @Sendable (Stage) async throws -> Void
    /// What is done; throws what the library throws.
    public let run: @Sendable (Stage) async throws -> Void
    /// What is wrong with the files or on the server, after a success or a failure; `nil` if nothing is.
    public let check: @Sendable (Stage, _ succeeded: Bool) -> String?
    /// Whether a run after a failed one must succeed.
    public let isRepeatable: Bool
    /// The calls that fail; `nil` for all.
    public let calls: Set<String>?

    init(
        _ name: String, isRepeatable: Bool = true, calls: Set<String>? = nil,
        prepare: @escaping @Sendable (Stage) async throws -> Void = { _ in },
        run: @escaping @Sendable (Stage) async throws -> Void,
        check: @escaping @Sendable (Stage, Bool) -> String? = { _, _ in nil }
    ) {
        self.name = name
        self.isRepeatable = isRepeatable
        self.calls = calls
        self.prepare = prepare
        self.run = run
        self.check = check
    }

    /// All of them.
    public static let all = fetches + downloads + sendings + stores
}

/// What the library returned is wrong.
public struct WrongResult: Error, CustomStringConvertible {
    /// What is wrong.
    public let description: String

    /// An error in words.
    public init(_ description: String) {
        self.description = description
    }
}

/// Writes a line at once, also into a pipe.
public func say(_ line: String, to descriptor: Int32 = 1) {
    let bytes = Array("\(line)\n".utf8)
    _ = Glibc.write(descriptor, bytes, bytes.count)
}

/// Throws unless `condition` holds.
func require(_ condition: Bool, _ words: @autoclosure () -> String) throws {
    if !condition { throw WrongResult(words()) }
}

/// Whether both are the same; a debug build compares arrays byte by byte, slowly.
func isSame(_ left: [UInt8]?, _ right: [UInt8]) -> Bool {
    guard let left, left.count == right.count else { return false }
    return memcmp(left, right, left.count) == 0
}
