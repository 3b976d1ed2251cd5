import Sockeye

// snippet.printer
/// Prints a request's first line and its condition, and the first line of the answer.
struct QuestionPrinter: ExchangeObserver {
    var wantsBytes: Bool { true }
    var wantsRawHeads: Bool { true }

    func observe(_ event: ExchangeEvent) {}

    func observe(sent bytes: RawSpan, isHead: Bool) { show(bytes, "→") }

    func observe(head bytes: RawSpan, isTrailer: Bool) { show(bytes, "←") }

    private func show(_ bytes: RawSpan, _ arrow: String) {
        // SAFETY: the bytes are copied before the buffer's scope ends.
        let lines = String(decoding: bytes.withUnsafeBytes { Array($0) }, as: UTF8.self).split(separator: "\r\n")
        for line in lines.prefix(1) + lines.filter({ $0.hasPrefix("If-") }) { print("   \(arrow) \(line)") }
    }
}
// snippet.end
