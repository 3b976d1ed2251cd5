/// Follows a path through the events of a text: tells for each value, when it begins, whether the path selects it.
///
/// It keeps one entry per open container.
struct JSONPathFollower {
    /// An open container.
    private struct Level {
        /// The number of path steps matched up to here; `nil` off the path.
        var matched: Int?
        /// The index of the next element; -1 in an object.
        var index: Int
        /// Whether the path continues with the member whose name came last.
        var isKeyOnPath = false
    }

    private enum Step {
        case member([UInt8])
        case element(Int)
        case all
    }

    private let steps: [Step]
    private var levels: [Level] = []

    /// - Throws: ``PathError`` for an index from an array's end, which is only known there.
    init(_ path: JSONPath) throws(PathError) {
        var steps: [Step] = []
        for (position, step) in path.steps.enumerated() {
            switch step {
            case .member(let name): steps.append(.member(Array(name.utf8)))
            case .element(let index):
                if index < 0 {
                    throw path.refused(
                        at: position, for: .stream, "only the end of an array tells where [\(index)] is")
                }
                steps.append(.element(index))
            case .all: steps.append(.all)
            }
        }
        self.steps = steps
    }

    /// Whether the path selects the value that begins now; advances to the next element.
    mutating func isSelected() -> Bool { matchedSteps() == steps.count }

    /// Whether the path selects the container that begins now. If so, its contents are not reported here: the next call
    /// is for what follows its end.
    mutating func isContainerSelected(isObject: Bool) -> Bool {
        let matched = matchedSteps()
        if matched == steps.count { return true }
        levels.append(Level(matched: matched, index: isObject ? -1 : 0))
        return false
    }

    /// Leaves the innermost entered container.
    mutating func leave() { _ = levels.popLast() }

    /// Takes the name of the next member.
    mutating func key(_ text: UTF8Span) {
        let last = levels.count - 1
        guard last >= 0, let matched = levels[last].matched, matched < steps.count else { return }
        switch steps[matched] {
        case .member(let name):
            let bytes = text.span
            // SAFETY: the span keeps the bytes alive for the closure, which only compares them.
            levels[last].isKeyOnPath = bytes.withUnsafeBytes { buffer in
                ByteWindow(buffer)?.isEqual(to: name) ?? name.isEmpty
            }
        case .all: levels[last].isKeyOnPath = true
        case .element: levels[last].isKeyOnPath = false
        }
    }

    /// The number of path steps matched by the value that begins now.
    private mutating func matchedSteps() -> Int? {
        let last = levels.count - 1
        guard last >= 0 else { return 0 }
        let index = levels[last].index
        if index >= 0 { levels[last].index = index + 1 }
        guard let matched = levels[last].matched, matched < steps.count else { return nil }
        let isOnPath =
            if index < 0 {
                levels[last].isKeyOnPath
            } else {
                switch steps[matched] {
                case .all: true
                case .element(let wanted): wanted == index
                case .member: false
                }
            }
        return isOnPath ? matched + 1 : nil
    }
}
