import Foundation

/// The published conformance data in `Tests/Data`.
enum SharedData {
    // Tests/Formats/SockeyeParsers/SharedData.swift → Tests → Tests/Data
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Data", isDirectory: true)

    /// The files of a folder, by name.
    static func files(in folder: String) throws -> [(name: String, bytes: [UInt8])] {
        let url = root.appendingPathComponent(folder, isDirectory: true)
        return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted().map { name in
            (name, [UInt8](try Data(contentsOf: url.appendingPathComponent(name))))
        }
    }
}
