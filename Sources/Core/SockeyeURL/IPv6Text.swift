internal import SockeyeBytes

/// IPv6 addresses, parsed by the URL Standard (section 3.5) and serialized by RFC 5952 section 4.
enum IPv6Text {
    private static let pieceCount = 8

    /// The eight 16-bit pieces; `nil` if `text`, without brackets, isn't an address. A zone (`%eth0`) is refused.
    static func parse(_ text: ArraySlice<UInt8>) -> [UInt16]? {
        var pieces: [UInt16] = []
        pieces.reserveCapacity(pieceCount)
        // How many pieces precede `::`.
        var gap: Int?
        var rest = text
        if rest.first == UInt8(ascii: ":") {
            rest.removeFirst()
            guard rest.first == UInt8(ascii: ":") else { return nil }
            rest.removeFirst()
            gap = 0
        }
        while let first = rest.first {
            guard pieces.count < pieceCount else { return nil }
            if first == UInt8(ascii: ":") {
                // The second colon of `::`, which may occur once.
                guard gap == nil else { return nil }
                gap = pieces.count
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix(4).prefix { ASCII.hexadecimalDigit($0) != nil }
            let behind = rest[digits.endIndex...]
            if behind.first == UInt8(ascii: ".") {
                guard pieces.count <= pieceCount - 2, let tail = dottedDecimal(rest) else { return nil }
                pieces.append(UInt16(truncatingIfNeeded: tail >> 16))
                pieces.append(UInt16(truncatingIfNeeded: tail))
                break
            }
            guard !digits.isEmpty else { return nil }
            var piece: UInt16 = 0
            for byte in digits {
                piece = piece << 4 | UInt16(ASCII.hexadecimalDigit(byte) ?? 0)
            }
            pieces.append(piece)
            rest = behind
            if let separator = rest.first {
                guard separator == UInt8(ascii: ":"), rest.count > 1 else { return nil }
                rest.removeFirst()
            }
        }
        if let gap {
            // `::` stands for one piece at least (RFC 4291 section 2.2).
            guard pieces.count < pieceCount else { return nil }
            pieces.insert(contentsOf: repeatElement(0, count: pieceCount - pieces.count), at: gap)
        }
        return pieces.count == pieceCount ? pieces : nil
    }

    /// The shortest form: lowercase hexadecimal digits, `::` for the first of the longest runs of two or more zeros.
    static func serialize(_ pieces: [UInt16]) -> String {
        let zeros = longestRunOfZeros(pieces)
        var text = ""
        for (index, piece) in pieces.enumerated() {
            if zeros.contains(index) {
                if index == zeros.lowerBound { text += "::" }
                continue
            }
            if index > 0, index != zeros.upperBound { text += ":" }
            text += String(piece, radix: 16)
        }
        return text
    }

    /// The last 32 bits in IPv4 notation, which is strict here: four decimal numbers, no leading zeros.
    private static func dottedDecimal(_ text: ArraySlice<UInt8>) -> UInt32? {
        let labels = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count == 4 else { return nil }
        var address: UInt32 = 0
        for label in labels {
            guard (1...3).contains(label.count), label.count == 1 || label.first != UInt8(ascii: "0") else {
                return nil
            }
            var number: UInt32 = 0
            for byte in label {
                guard let digit = ASCII.decimalDigit(byte) else { return nil }
                number = number * 10 + UInt32(digit)
            }
            guard number <= 255 else { return nil }
            address = address << 8 | number
        }
        return address
    }

    private static func longestRunOfZeros(_ pieces: [UInt16]) -> Range<Int> {
        var longest = 0..<0
        var start = 0
        for index in 0...pieces.count where index == pieces.count || pieces[index] != 0 {
            if index - start > max(longest.count, 1) { longest = start..<index }
            start = index + 1
        }
        return longest
    }
}
