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
        Regression("the plainest world", [])
    ]
}
