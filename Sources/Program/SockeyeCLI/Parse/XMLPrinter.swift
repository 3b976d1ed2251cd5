internal import SockeyeEncodings
internal import SockeyeParsers

/// An event handler that produces text.
protocol XMLPrinting: XMLEventHandler {
    /// The text written since the last call.
    mutating func takePrinted(_ progress: inout XMLPrintProgress) -> [UInt8]
}

/// The progress of printing a document.
struct XMLPrintProgress {
    var hasBegun = false
    var isFinished = false
    var selectedCount = 0
}

/// Prints XML.
struct XMLPrinter<Handler: XMLPrinting>: BodyPrinter {
    private let tokenizer: XMLTokenizer<Handler>
    private var progress = XMLPrintProgress()

    init(_ handler: Handler, _ encoding: TextEncoding?) {
        tokenizer = XMLTokenizer(handler: handler, encoding: encoding)
    }

    mutating func feed(_ bytes: RawSpan) throws { try tokenizer.feed(bytes) }

    mutating func finish() throws {
        try tokenizer.finish()
        progress.isFinished = true
    }

    mutating func takeBytes() -> [UInt8] { tokenizer.handler.takePrinted(&progress) }

    var selectedCount: Int { progress.selectedCount }
}

extension XMLWriter: XMLPrinting {
    mutating func takePrinted(_ progress: inout XMLPrintProgress) -> [UInt8] {
        var printed = takeBytes()
        if !progress.hasBegun, !printed.isEmpty {
            progress.hasBegun = true
            // The output is UTF-8, whatever the body's encoding.
            printed = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8) + printed
        }
        if progress.isFinished { printed.append(UInt8(ascii: "\n")) }
        return printed
    }
}

extension XMLSelectionHandler: XMLPrinting {
    mutating func takePrinted(_ progress: inout XMLPrintProgress) -> [UInt8] {
        var printed: [UInt8] = []
        for text in takeTexts() {
            printed += text.utf8
            printed.append(UInt8(ascii: "\n"))
            progress.selectedCount += 1
        }
        return printed
    }
}
