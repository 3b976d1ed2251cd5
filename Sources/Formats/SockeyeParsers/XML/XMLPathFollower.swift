/// Follows a path through a document, element by element: tells for each element, when it begins, whether the path
/// selects it. Searches both trees and streams of events.
///
/// It keeps one entry per open element.
struct XMLPathFollower {
    /// The result for an element that begins.
    enum Match {
        case no, yes
        /// A condition on a child decides it, so the whole element is needed.
        case dependsOnChildren
    }

    /// An open element.
    private struct Level {
        /// The steps that its children may match: those after the ones it matches itself.
        var steps: [Int] = []
        /// The steps that descendants at any depth may match.
        var deepSteps: [Int] = []
        /// The children counted for each `[N]`, by step and condition.
        var counts: [Counter] = []
    }

    private struct Counter {
        var step: Int
        var condition: Int
        var count: Int
    }

    private let steps: [XMLPath.Step]
    private var levels: [Level]

    init(_ path: XMLPath) {
        steps = path.steps
        levels = [Level(steps: [0], deepSteps: path.steps.first?.isAtAnyDepth == true ? [0] : [])]
    }

    /// Whether the path selects the element that begins now. `dependsOnChildren` changes nothing; call again with the
    /// whole element.
    mutating func enter(
        _ name: XMLName, _ attributes: @autoclosure () -> [XMLAttribute], whole element: XMLElement? = nil
    ) -> Match {
        var parent = levels[levels.count - 1]
        var inner = Level(deepSteps: parent.deepSteps)
        var isTarget = false
        let candidates = parent.steps + parent.deepSteps.filter { !parent.steps.contains($0) }
        for index in candidates where steps[index].name == "*" || name.matches(steps[index].name) {
            guard let holds = holds(steps[index].conditions, index, attributes(), element, &parent) else {
                return .dependsOnChildren
            }
            guard holds else { continue }
            if index + 1 == steps.count {
                isTarget = true
            } else {
                inner.steps.append(index + 1)
                if steps[index + 1].includesParent { isTarget = true }
                if steps[index + 1].isAtAnyDepth, !inner.deepSteps.contains(index + 1) {
                    inner.deepSteps.append(index + 1)
                }
            }
        }
        levels[levels.count - 1] = parent
        levels.append(inner)
        return isTarget ? .yes : .no
    }

    /// Whether the path can select anything inside the innermost entered element.
    var goesOn: Bool { levels.last.map { !$0.steps.isEmpty || !$0.deepSteps.isEmpty } ?? false }

    /// Leaves the innermost entered element.
    mutating func leave() {
        if levels.count > 1 { levels.removeLast() }
    }

    /// Whether all conditions hold; `nil` if only the whole element can tell.
    private func holds(
        _ conditions: [XMLPath.Condition], _ step: Int, _ attributes: @autoclosure () -> [XMLAttribute],
        _ element: XMLElement?,
        _ parent: inout Level
    ) -> Bool? {
        for (index, condition) in conditions.enumerated() {
            switch condition {
            case .attribute(let name, let value):
                let found = attributes().first { $0.name.matches(name) }
                guard let found, value == nil || found.value == value else { return false }
            case .child(let name, let value):
                guard let element else { return nil }
                guard element.elements(named: name).contains(where: { $0.text == value }) else { return false }
            case .position(let position):
                // As in XPath, counts the children of one parent that passed the conditions so far.
                var count = 1
                if let place = parent.counts.firstIndex(where: { $0.step == step && $0.condition == index }) {
                    parent.counts[place].count += 1
                    count = parent.counts[place].count
                } else {
                    parent.counts.append(Counter(step: step, condition: index, count: 1))
                }
                guard count == position else { return false }
            }
        }
        return true
    }
}
