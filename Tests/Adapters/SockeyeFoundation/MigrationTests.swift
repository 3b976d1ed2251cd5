import Foundation
import Testing

/// docs/Migrating.md shows only what compiles (`make test-examples`).
@Suite struct MigrationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The code in the last column of every row.
    private static func lines(of page: String) -> [String] {
        page.split(separator: "\n").filter { $0.hasPrefix("| ") }.compactMap { row in
            guard let cell = row.split(separator: " | ").last?.dropLast(2), cell.hasPrefix("`"), cell.hasSuffix("`")
            else {
                return nil
            }
            return String(cell.dropFirst().dropLast())
        }
    }

    @Test func everyLineIsCompiled() throws {
        let page = try String(contentsOf: Self.root.appending(path: "docs/Migrating.md"), encoding: .utf8)
        let compiled = try String(
            contentsOf: Self.root.appending(path: "Examples/MigrationLines/MigrationLines.swift"), encoding: .utf8)
        let present = Set(
            compiled.split(separator: "\n").map { line in
                let code = line.drop { $0 == " " }
                // A tuple by itself would be a warning.
                return String(code.hasPrefix("_ = (") ? code.dropFirst(4) : code)
            })
        let lines = Self.lines(of: page)
        #expect(lines.count >= 80)
        let missing = lines.filter { !present.contains($0) }
        #expect(missing == [], "these aren't compiled in Examples/MigrationLines")
        // A row without code in its last column would escape.
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasSuffix("| Sockeye |") }
        #expect(rows.count == lines.count)
    }
}
