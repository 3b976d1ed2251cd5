import Foundation

/// The conformance data that several projects share, found beside the package or where `SOCKEYE_SHARED_DATA` says.
enum SharedData {
    static var root: URL {
        if let path = ProcessInfo.processInfo.environment["SOCKEYE_SHARED_DATA"] {
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        let package = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return package.deletingLastPathComponent().appendingPathComponent("shared/data", isDirectory: true)
    }

    /// The files of a folder, by name.
    static func files(in folder: String) throws -> [(name: String, bytes: [UInt8])] {
        let url = root.appendingPathComponent(folder, isDirectory: true)
        return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted().map { name in
            (name, [UInt8](try Data(contentsOf: url.appendingPathComponent(name))))
        }
    }
}
