extension Step {
    /// The number of bytes that these steps send; `nil` if they do anything but send.
    static func byteCount(_ steps: [Step]) -> Int? {
        var total = 0
        for step in steps {
            guard let count = step.byteCount else { return nil }
            let (sum, isTooLarge) = total.addingReportingOverflow(count)
            if isTooLarge { return nil }
            total = sum
        }
        return total
    }

    /// The bytes that these steps send.
    static func bytes(_ steps: [Step]) -> [UInt8] {
        steps.flatMap { $0.beginning(.max) }
    }

    /// The steps that send the first `count` bytes of what these send; `nil` if that isn't less than all.
    static func beginning(of steps: [Step], upTo count: Int) -> [Step]? {
        var (left, start) = (count, [Step]())
        for step in steps {
            guard let size = step.byteCount else {
                start.append(step)
                continue
            }
            if size <= left {
                start.append(step)
                left -= size
                continue
            }
            if left > 0 { start.append(step.shortened(to: left)) }
            return start
        }
        return nil
    }

    private var byteCount: Int? {
        switch self {
        case .send(let text): text.utf8.count
        case .sendBytes(let bytes): bytes.count
        case .sendPattern(let range): range.count
        case .sendZeros(let count): max(0, count)
        default: nil
        }
    }

    private func shortened(to count: Int) -> Step {
        switch self {
        case .sendPattern(let range): .sendPattern(range.lowerBound..<(range.lowerBound + count))
        case .sendZeros: .sendZeros(count)
        default: .sendBytes(beginning(count))
        }
    }

    private func beginning(_ count: Int) -> [UInt8] {
        switch self {
        case .send(let text): Array(text.utf8.prefix(count))
        case .sendBytes(let bytes): Array(bytes.prefix(count))
        case .sendPattern(let range): BytePattern.bytes(range.lowerBound..<(range.lowerBound + min(count, range.count)))
        case .sendZeros(let zeros): [UInt8](repeating: 0, count: min(count, max(0, zeros)))
        default: []
        }
    }
}
