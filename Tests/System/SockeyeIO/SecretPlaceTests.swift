import Glibc
import SockeyeIO
import TestSupport
import Testing

/// What is secret goes only into files of this user.
struct SecretPlaceTests {
    private static let advice = "belongs to another user; name a file of your own"

    enum Kind: CaseIterable {
        case file, pipe, link
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives files away"), arguments: Kind.allCases, [0, 12_345])
    func theOwnerDecides(_ kind: Kind, _ owner: uid_t) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("f")
        switch kind {
        case .file: try folder.write("f", "")
        case .pipe: try #require(mkfifo(path, 0o666) == 0)
        case .link: try #require(symlink(try folder.write("there", ""), path) == 0)
        }
        try #require(chown(path, owner, owner) == 0)
        #expect(SecretPlace.fault(of: path) == (owner == 0 ? nil : Self.advice))
        let file = try File(path, [.reading, .withoutWaiting])
        #expect(SecretPlace.fault(of: file) == (owner == 0 ? nil : Self.advice))
    }

    @Test(arguments: ["/dev/null", "/dev/stdout", "/dev/fd/1", "/nothing/there", "a\0b"])
    func devicesAndDescriptorsAreNobodys(_ path: String) {
        #expect(SecretPlace.fault(of: path) == nil)
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives files away"), .timeLimit(.minutes(1)))
    func aStrangersPipeGetsNothing() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("pipe")
        try #require(mkfifo(path, 0o666) == 0 && chown(path, 12_345, 12_345) == 0)
        #expect(throws: IOError.invalidArgument("it \(Self.advice)")) { try SmallFile.replace(path, with: [1]) }
    }

    /// The other end of a pipe has its time, and no more.
    @Test(.timeLimit(.minutes(1))) func pipesAreWaitedForUntilTheDeadline() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        let late = IOError.system(call: "open", errorNumber: ETIMEDOUT)
        #expect(throws: late) { try SmallFile.replace(path, with: [1], until: .after(.milliseconds(30))) }
        #expect(throws: IOError.system(call: "read", errorNumber: ETIMEDOUT)) {
            try SmallFile.read(path, until: .after(.milliseconds(30)))
        }
        // A reader that takes nothing.
        let reader = try File(path, [.reading, .withoutWaiting])
        let more = [UInt8](repeating: 1, count: 1 << 20)
        #expect(throws: IOError.system(call: "write", errorNumber: ETIMEDOUT)) {
            try SmallFile.replace(path, with: more, until: .after(.milliseconds(30)))
        }
        _ = reader.number
    }
}
