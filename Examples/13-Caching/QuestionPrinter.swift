import Sockeye

// snippet.printer
/// Prints a request's first line and its condition, and the first line of the answer.
struct QuestionPrinter: ExchangeObserver {
    var interests: ClientEvent.Interests { [.bytes, .rawHeads] }

    func observe(_ event: ClientEvent) {}

    func observe(_ bytes: RawSpan, of part: WirePart) {
        switch part {
        case .sentHead, .sentBody: show(bytes, "→")
        case .receivedHead, .receivedTrailers: show(bytes, "←")
        default: break
        }
    }

    private func show(_ bytes: RawSpan, _ arrow: String) {
        // SAFETY: the bytes are copied before the buffer's scope ends.
        let lines = String(decoding: bytes.withUnsafeBytes { Array($0) }, as: UTF8.self).split(separator: "\r\n")
        for line in lines.prefix(1) + lines.filter({ $0.hasPrefix("If-") }) { print("   \(arrow) \(line)") }
    }
}
// snippet.end
