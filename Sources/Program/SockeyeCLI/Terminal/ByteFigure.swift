/// A number of bytes in exactly five columns, the way curl's meter writes it.
///
/// Up to 99999 it is the number itself; above, the last column is the unit (k, M, G, T, P; powers of 1024), and M and
/// G have one decimal below 100.
enum ByteFigure {
    private static let kibi: Int64 = 1 << 10
    private static let mebi: Int64 = 1 << 20
    private static let gibi: Int64 = 1 << 30
    private static let tebi: Int64 = 1 << 40
    private static let pebi: Int64 = 1 << 50

    /// `bytes` in five columns; a negative number counts as 0.
    static func text(_ bytes: Int64) -> String {
        switch max(0, bytes) {
        case let bytes where bytes < 100_000: Columns.right(bytes, 5)
        case let bytes where bytes < 10_000 * kibi: Columns.right(bytes / kibi, 4) + "k"
        case let bytes where bytes < 100 * mebi: withOneDecimal(bytes, unit: mebi) + "M"
        case let bytes where bytes < 10_000 * mebi: Columns.right(bytes / mebi, 4) + "M"
        case let bytes where bytes < 100 * gibi: withOneDecimal(bytes, unit: gibi) + "G"
        case let bytes where bytes < 10_000 * gibi: Columns.right(bytes / gibi, 4) + "G"
        case let bytes where bytes < 10_000 * tebi: Columns.right(bytes / tebi, 4) + "T"
        case let bytes: Columns.right(bytes / pebi, 4) + "P"
        }
    }

    /// Rounded down. Just below 100 units curl writes `99.10` and loses the unit; here it stays 99.9.
    private static func withOneDecimal(_ bytes: Int64, unit: Int64) -> String {
        let tenths = min(9, (bytes % unit) / (unit / 10))
        return Columns.right(bytes / unit, 2) + "." + String(tenths)
    }
}
