import Testing

/// A world that broke a rule once.
struct Regression: CustomTestStringConvertible {
    let testDescription: String
    let choices: [UInt16]

    init(_ description: String, _ choices: [UInt16]) {
        (testDescription, self.choices) = (description, choices)
    }

    /// A change to the worlds can turn these into others; the faults themselves have tests of their own where they were mended.
    static let all: [Regression] = [
        Regression("the plainest world", []),
        Regression(
            "an interim answer came while the request waited to be sent, and the idle clock ran twice",
            [
                2, 0, 1, 0, 0, 2, 0, 1, 0, 0, 0, 1, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 1, 0, 230, 0, 0, 0, 0,
                0,
                1, 1, 4411, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
                0,
                0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 1, 1, 0, 3, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 2, 0, 2, 0,
                0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 5, 0, 0, 0, 1, 0, 0, 0, 0,
                0,
                0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 5, 3, 0, 1,
            ]),
        Regression(
            "a part widened after bytes behind it were dropped (in release; seed 1342117)",
            [
                1, 1, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 25571, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0,
                0, 0, 9, 34, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 2, 2, 0, 2, 1, 0, 2, 2, 3, 0, 0, 2,
                0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 3, 3, 0, 0, 0, 3,
                0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 5, 1, 0, 0, 0, 2, 1, 49, 0, 24, 0, 5, 0, 12, 0,
                0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3,
            ]),
        Regression(
            "a repeated PUT left in two pieces, PU first, and was taken for another method (seed 20093096)",
            [
                3, 2, 1, 0, 0, 1, 0, 2, 0, 0, 1, 0, 0, 0, 0, 2, 1, 0, 0, 0, 1, 0, 4, 0, 0, 0, 2, 1798, 3, 0, 0, 0, 1,
                1, 0, 5, 0, 0, 0, 2, 211, 0, 0, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 3, 0, 0,
                0, 0, 2, 2, 0, 0, 0, 4, 0, 0, 0, 2, 0, 1, 1, 2, 0, 0, 0, 2, 0, 0, 3, 1, 2, 2, 0, 0, 0, 4, 3, 2785, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 3, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 3,
                57698, 0, 0, 0, 0, 3, 0, 0, 0, 20, 0, 16, 0, 16, 0, 9, 0, 6, 0, 35398, 0, 25320, 0, 0, 0, 0, 0, 0, 5,
            ]),
    ]
}
