internal import Sockeye
internal import SockeyeDigest
internal import SockeyeFields

/// Filters a body on its way to the output: `--digest ALGORITHM` and `--parse`.
struct BodyFilter: ~Copyable {
    private var hasher: DigestHasher?
    private var parser: BodyParser?
    /// With `--pretty`, how the body is laid out if it is JSON.
    private var pretty: (settings: ParseSettings, style: PrintStyle)?

    init(settings: ParseSettings, style: PrintStyle) throws(TransferFailure) {
        do throws(DigestError) {
            if let algorithm = settings.digest { hasher = try DigestHasher(algorithm) }
        } catch {
            throw TransferFailure(.failedInitialization, "\(error)")
        }
        parser = try BodyParser(settings: settings, style: style)
        if settings.format == nil, settings.isPretty, style.isForTerminal { pretty = (settings, style) }
    }

    /// Starts a body.
    mutating func begin(contentType: @autoclosure () -> String?) throws(TransferFailure) {
        if let pretty {
            var settings = pretty.settings
            let type = contentType().flatMap { MediaType(essenceOf: $0) }
            let format = type.flatMap(BodyFormat.init(mediaType:))
            if format == .json || format == .ndjson { settings.format = format }
            parser = try BodyParser(settings: settings, style: pretty.style)
        }
        try parser?.begin(contentType: contentType())
    }

    /// Whether nothing looks at the bytes.
    var isEmpty: Bool { hasher == nil && parser == nil }

    /// Takes the next chunk and writes the result.
    mutating func take(_ bytes: RawSpan, output: inout FileOutput) throws {
        try hasher?.update(bytes)
        if parser == nil { return try output.write(bytes) }
        try parser?.feed(bytes) { (bytes) throws(OutputError) in try output.write(bytes) }
    }

    /// Ends the body: writes the rest, and returns the digest if it was requested.
    mutating func finish(output: inout FileOutput) throws -> Digest? {
        try parser?.finish { (bytes) throws(OutputError) in try output.write(bytes) }
        return try hasher.take()?.finish()
    }
}

/// The line that `--digest ALGORITHM` prints, in the format that `sha256sum` and the like can check.
enum DigestLine {
    /// The digest and the name, which is `-` for standard output.
    static func text(_ digest: Digest, name: String?) -> String {
        let name = name ?? "-"
        // For a name with escapes, these tools put a backslash at the start of the line.
        let escaped = name.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\r", with: "\\r")
        return "\(escaped == name ? "" : "\\")\(digest.hex)  \(escaped)\n"
    }
}
