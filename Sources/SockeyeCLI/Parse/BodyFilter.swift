internal import Sockeye

/// What happens to a body on its way to the output: `--digest ALGORITHM` and `--parse`.
struct BodyFilter: ~Copyable {
    private var hasher: DigestHasher?
    private var parser: BodyParser?

    init(settings: ParseSettings, style: PrintStyle) throws(TransferFailure) {
        do throws(DigestError) {
            if let algorithm = settings.digest { hasher = try DigestHasher(algorithm) }
        } catch {
            throw TransferFailure(.failedInitialization, "\(error)")
        }
        parser = try BodyParser(settings: settings, style: style)
    }

    /// The body begins.
    mutating func begin(contentType: @autoclosure () -> String?) throws(TransferFailure) {
        try parser?.begin(contentType: contentType())
    }

    /// Takes the next piece, and writes what becomes of it.
    mutating func take(_ bytes: RawSpan, output: inout FileOutput) throws {
        try hasher?.update(bytes)
        if parser == nil { return try output.write(bytes) }
        try parser?.feed(bytes) { (bytes) throws(OutputError) in try output.write(bytes) }
    }

    /// The body is whole: writes what is left, and gives the digest that was asked for.
    mutating func finish(output: inout FileOutput) throws -> Digest? {
        try parser?.finish { (bytes) throws(OutputError) in try output.write(bytes) }
        return try hasher.take()?.finish()
    }
}

/// The line that `--digest ALGORITHM` prints, as `sha256sum` and its kin do and as they can check it.
enum DigestLine {
    /// The digest and the name: `-` for what went to standard output.
    static func text(_ digest: Digest, name: String?) -> String {
        let name = name ?? "-"
        // The tools mark a name with such characters by a backslash before the line.
        let escaped = name.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\r", with: "\\r")
        return "\(escaped == name ? "" : "\\")\(digest.hex)  \(escaped)\n"
    }
}
