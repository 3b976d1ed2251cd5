extension FixedWidthInteger {
    /// The value of `number`; `nil` if it isn't whole or doesn't fit.
    ///
    /// Not `init(exactly:)`: that may call `floor` and `trunc`, which programs that don't import the C library would lack.
    init?(whole number: Double) {
        if number >= -0x1p63, number < 0x1p63 {
            let small = Int64(number)
            guard Double(small) == number else { return nil }
            self.init(exactly: small)
            return
        }
        // From 2^63 on, the 53 bits of the significand are followed by zeros only.
        guard number.isFinite, number.exponent >= 63, number > 0 || Self.isSigned else { return nil }
        let magnitude = Int64(truncatingIfNeeded: number.significandBitPattern) | 1 << 52
        let significand = Self(truncatingIfNeeded: number < 0 ? -magnitude : magnitude)
        let shift = Int(number.exponent) - 52
        self = significand << shift
        guard Int64(exactly: significand) == (number < 0 ? -magnitude : magnitude), self >> shift == significand else {
            return nil
        }
    }
}
