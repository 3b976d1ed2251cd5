internal import SockeyeParsers

/// The text that `--events` prints of each event: all of it, one field, or its data in the format of `--parse`.
struct EventText {
    private var printer: EventPrinter?
    private let settings: ParseSettings
    private let style: PrintStyle

    /// - Throws: if the path is invalid in the format.
    init(_ settings: ParseSettings, _ style: PrintStyle) throws(TransferFailure) {
        (self.settings, self.style) = (settings, style)
        switch settings.format {
        case nil, .sse, .auto:
            do throws(PathError) {
                printer = try EventPrinter(field: settings.path, style)
            } catch {
                throw TransferFailure(path: error)
            }
        case let format?: _ = try format.printer(path: settings.path, charset: nil, style, settings.conversion)
        }
    }

    /// - Throws: if the data isn't in the format.
    mutating func bytes(of event: ServerSentEvent) throws(TransferFailure) -> [UInt8] {
        if printer != nil {
            printer?.print(event)
            return printer?.takeBytes() ?? []
        }
        guard let format = settings.format else { return [] }
        // Each event's data is its own body.
        var printer = try format.printer(path: settings.path, charset: nil, style, settings.conversion)
        do {
            try printer.feed(Array(event.data.utf8).span.bytes)
            try printer.finish()
        } catch {
            throw TransferFailure(refused: error)
        }
        var bytes = style.shown(printer.takeBytes(), of: format, settings)
        if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
        return bytes
    }
}
