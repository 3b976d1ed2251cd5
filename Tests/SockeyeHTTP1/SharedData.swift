import Foundation

/// The published conformance data that the checks of this target run through.
enum SharedData {
    /// A file's bytes; the folder is `SOCKEYE_SHARED_DATA`, else `../shared/data` beside the package.
    static func contents(of path: String) throws -> Data {
        try Data(contentsOf: folder.appendingPathComponent(path))
    }

    private static var folder: URL {
        if let folder = ProcessInfo.processInfo.environment["SOCKEYE_SHARED_DATA"] {
            return URL(fileURLWithPath: folder, isDirectory: true)
        }
        // Tests/SockeyeHTTP1/SharedData.swift → the package → its neighbour.
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { package.deleteLastPathComponent() }
        return package.appendingPathComponent("../shared/data", isDirectory: true)
    }

    /// The objects of a JSON array; its strings are comments. Fails when the file is not wholly readable, so that
    /// no case is lost.
    static func objects(in path: String) throws -> [[String: Any]] {
        let list = try JSONSerialization.jsonObject(with: contents(of: path)) as? [Any]
        guard let list else { throw CocoaError(.fileReadCorruptFile) }
        return list.compactMap { $0 as? [String: Any] }
    }
}
