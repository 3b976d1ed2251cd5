import SockeyeClient
import SockeyeDigest
import SockeyeIO
import SockeyeTransfers
import SockeyeTransfers
import TestSupport

/// The downloads of a world, in a folder of its own.
final class Downloads {
    private let folder: TemporaryFolder
    /// The content that each path must have now.
    private var contents: [String: [UInt8]] = [:]

    init() throws {
        folder = try TemporaryFolder(in: "/dev/shm")
    }

    var folderPath: String { folder.path }

    /// Puts a file into the folder; returns its path.
    func add(_ name: String, _ bytes: [UInt8]) throws -> String {
        try folder.write(name, bytes: bytes)
        return folder.file(name)
    }

    /// Where a user puts a file.
    func path(_ file: ServedFile, of user: Int) -> String { folder.file("f\(file.number)-\(user)") }

    /// How an operation downloads.
    static func options(_ choices: Choices, _ file: ServedFile) -> DownloadOptions {
        var options = DownloadOptions()
        options.segments = choices.one(of: [.one, .one, 3, 8, .automatic])
        options.minimumSegmentBytes = choices.one(of: [10_000, 1000])
        options.existing = choices.one(of: [.replace, .refuse])
        options.resume = choices.one(of: [.ifPossible, .ifPossible, .never, .required])
        options.retry.count = choices.one(of: [5, 0, 1])
        options.asksHeadFirst = choices.rarely(4)
        if choices.rarely(6) { options.bytesPerSecond = choices.one(of: [200_000, 20_000]) }
        if choices.rarely(6) { options.totalTime = choices.one(of: [.seconds(60), .seconds(2)]) }
        if choices.rarely(8), let digest = try? Digest.sha256(of: file.whole(file.versions.count - 1)) {
            options.checksum = Checksum(.sha256, digest.bytes)
        }
        return options
    }

    // MARK: The rule

    /// Checks the file after a download that ended well or not; `nil` if all is well.
    ///
    /// - Parameter mayBeHalf: whether the file may be the beginning of a version: nobody can tell the end of a body without
    ///   a length from a cut.
    func fault(at path: String, _ file: ServedFile, isSuccess: Bool, mayBeHalf: Bool) -> String? {
        let found = (try? folder.read(String(path.dropFirst(folder.path.utf8.count + 1))))
        if !isSuccess {
            return found == contents[path] ? nil : "failed and left \(found.map { "\($0.count) bytes" } ?? "no file")"
        }
        guard let found else { return "succeeded without a file" }
        contents[path] = found
        let isVersion = file.versions.indices.contains { number in
            let length = file.versions[number].length
            if found.count > length || found.count < length && !mayBeHalf { return false }
            return file.bytes(number, 0..<found.count) == found
        }
        return isVersion ? nil : "made a file of \(found.count) bytes that no version has"
    }

    func hasFile(at path: String) -> Bool { contents[path] != nil }

}
