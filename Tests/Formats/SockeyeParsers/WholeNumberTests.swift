import Testing

@testable import SockeyeParsers

@Suite("Doubles as integers of any width")
struct WholeNumberTests {
    private static let doubles: [Double] = [
        0, -0.0, 1, -1, 0.5, -0.5, 127, 128, 255, 256, -128, -129, 0x1p31, 0x1p53, 0x1p62, 0x1p63, -0x1p63, 0x1.fp63,
        0x1p64,
        -0x1p64, 0x1.8p64, 1e20, -1e20, 0x1p126, 0x1p127, -0x1p127, -0x1.8p127, 0x1.fffffffffffffp127, 0x1p128, 1e300,
        -1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ]

    @Test("The same as Swift's conversion", arguments: doubles)
    func same(number: Double) {
        func compare<Integer: FixedWidthInteger>(_ type: Integer.Type) {
            #expect(Integer(whole: number) == Integer(exactly: number), "\(type)")
        }
        compare(Int8.self)
        compare(UInt8.self)
        compare(Int32.self)
        compare(Int64.self)
        compare(UInt64.self)
        compare(Int128.self)
        compare(UInt128.self)
    }
}
