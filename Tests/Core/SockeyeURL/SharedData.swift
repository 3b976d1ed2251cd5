import Foundation

/// The published conformance data in `Tests/Data`.
enum SharedData {
    /// A file's bytes.
    static func contents(of path: String) throws -> Data {
        try Data(contentsOf: folder.appendingPathComponent(path))
    }

    // Tests/Core/SockeyeURL/SharedData.swift → Tests → Tests/Data
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Data", isDirectory: true)

    /// The objects of a JSON array; its strings are comments. Fails if any part of the file is unreadable, so that no
    /// case is lost.
    static func objects(in path: String) throws -> [[String: Any]] {
        let list = try JSONSerialization.jsonObject(with: contents(of: path)) as? [Any]
        guard let list else { throw CocoaError(.fileReadCorruptFile) }
        return list.compactMap { $0 as? [String: Any] }
    }
}
