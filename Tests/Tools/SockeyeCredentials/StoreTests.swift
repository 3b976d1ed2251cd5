import Glibc
import SockeyeClient
import SockeyeURL
import TestSupport
import Testing

@testable import SockeyeCredentials

@Suite("Stores of credentials", .timeLimit(.minutes(2)))
struct StoreTests {
    private static let passphrase = "correct horse"

    private func url(_ text: String = "https://example.com/x") throws -> HTTPURL { try HTTPURL(text) }

    enum Kind: CaseIterable, Sendable {
        case netrc, file
        func store(_ path: String) -> any CredentialStore {
            self == .netrc ? NetrcStore(at: path) : EncryptedCredentialFile(at: path, passphrase: StoreTests.passphrase)
        }
    }

    @Test(arguments: Kind.allCases)
    func keepsAndForgets(_ kind: Kind) async throws {
        let place = try TemporaryFolder()
        let store = kind.store(place.file("store"))
        let url = try url()
        #expect(try await store.credential(for: url) == nil)
        #expect(try await !store.remove(origin: url.origin, realm: "", user: Array("ada".utf8)))
        try await store.set(StoredCredential(for: url, user: "ada", password: "a \"b\\c\"\n#d"))
        try await store.set(StoredCredential(for: url, user: "bob", password: "x"))
        try await store.set(StoredCredential(for: try HTTPURL("https://other.example/"), user: "ada", password: "y"))
        #expect(place.permissions(of: "store") == 0o600)
        #expect(try await store.credential(for: url, user: "ada") == .password(user: "ada", "a \"b\\c\"\n#d"))
        #expect(try await store.credential(for: url, user: "bob") == .password(user: "bob", "x"))
        #expect(try await store.credential(for: url, user: "eve") == nil)
        #expect(try await store.credential(for: url) != nil)
        try await store.set(StoredCredential(for: url, user: "ada", password: "new"))
        #expect(try await store.credential(for: url, user: "ada") == .password(user: "ada", "new"))
        #expect(try await store.remove(origin: url.origin, realm: "", user: Array("ada".utf8)))
        #expect(try await store.credential(for: url, user: "ada") == nil)
        #expect(try await store.credential(for: url) == .password(user: "bob", "x"))
        #expect(try await store.credential(for: HTTPURL("https://other.example/")) == .password(user: "ada", "y"))
        #expect(try place.entries().map(\.name).sorted() == ["store", "store.lock"])
    }

    @Test func realmsAndPortsAreTold() async throws {
        let place = try TemporaryFolder()
        let store = EncryptedCredentialFile(at: place.file("s"), passphrase: "open")
        let url = try url()
        await #expect(throws: CredentialStoreError.unfit("the passphrase is empty")) {
            try await EncryptedCredentialFile(at: place.file("s"), passphrase: "")
                .set(StoredCredential(for: url, user: "any", password: "1"))
        }
        try await store.set(StoredCredential(for: url, user: "any", password: "1"))
        try await store.set(StoredCredential(for: url, realm: "staff", user: "ada", password: "2"))
        #expect(try await store.credential(for: url, realm: "staff") == .password(user: "ada", "2"))
        #expect(try await store.credential(for: url, realm: "guests") == .password(user: "any", "1"))
        #expect(try await store.credential(for: url) == .password(user: "any", "1"))
        #expect(try await store.credential(for: HTTPURL("https://example.com:444/")) == nil)
        #expect(try await store.credential(for: HTTPURL("http://example.com/")) == nil)
        #expect(StoredCredential(for: url, user: "u", password: "secret").description == "u at https://example.com")
    }

    @Test("A wrong passphrase is told from damage, wherever it is")
    func damage() async throws {
        let place = try TemporaryFolder()
        let path = place.file("s")
        let url = try url()
        let store = EncryptedCredentialFile(at: path, passphrase: Self.passphrase)
        try await store.set(StoredCredential(for: url, user: "ada", password: "secret"))
        let whole = try place.read("s")
        #expect(whole.firstRange(of: Array("secret".utf8)) == nil && whole.firstRange(of: Array("ada".utf8)) == nil)
        let other = EncryptedCredentialFile(at: path, passphrase: "other")
        await #expect(throws: CredentialStoreError.wrongPassphrase(path)) { try await other.credential(for: url) }
        await #expect(throws: CredentialStoreError.wrongPassphrase(path)) {
            try await other.set(StoredCredential(for: url, user: "eve", password: "x"))
        }
        #expect(try place.read("s") == whole)
        for position in stride(from: 0, to: whole.count, by: 5) {
            var bytes = whole
            bytes[position] ^= 0x10
            try place.write("s", bytes: bytes)
            let error = await #expect(throws: CredentialStoreError.self) { try await store.credential(for: url) }
            // The byte after the magic is the version.
            #expect(error == .damaged(path) || position <= 20 && error == .notAStore(path), "\(position)")
        }
        for count in whole.indices {
            try place.write("s", bytes: Array(whole[..<count]))
            let error = await #expect(throws: CredentialStoreError.self) { try await store.credential(for: url) }
            #expect(error == .damaged(path) || count < 20 && error == .notAStore(path), "\(count)")
        }
    }

    /// Whoever writes a file can write a right sum too: 64 GiB for scrypt, and a later version.
    @Test(arguments: [(20, 2), (21, 23), (21, 255), (22, 255), (23, 255), (21, 0), (22, 0), (23, 0)])
    func headersThatAskTooMuch(place: Int, value: UInt8) throws {
        var file = try Sealing.seal([1], with: KeyCache([4]))
        file[place] = value
        let count = 20 + 4 + 16 + 16 + 12
        file.replaceSubrange(count..<count + 4, with: Sealing.sum(Array(file[..<count])))
        #expect(throws: CredentialStoreError.notAStore("p")) { try Sealing.open(file, with: KeyCache([4]), path: "p") }
    }

    /// A wrong passphrase looked right by chance, and the file damaged.
    @Test func checksAreComparedWhole() {
        #expect(Sealing.isEqual([1, 2], [1, 2]))
        #expect(!Sealing.isEqual([0xFF, 0x0F], [0x00, 0xFF]))
        #expect(!Sealing.isEqual([1, 2], [1]))
    }

    @Test func theSameContentIsNeverTheSameFile() throws {
        let cache = KeyCache([4])
        let first = try Sealing.seal([1, 2, 3], with: cache)
        // The key is the same, and so the salt; the nonce is not.
        let second = try Sealing.seal([1, 2, 3], with: cache)
        #expect(second != first && second[23..<39] == first[23..<39])
        #expect(try Sealing.seal([1, 2, 3], with: KeyCache([4]))[23..<39] != first[23..<39])
        #expect(try Sealing.open(second, with: KeyCache([4]), path: "") == [1, 2, 3])
    }

    /// What follows `-> ` leads to it; the file isn't there yet.
    @Test(arguments: ["dotfiles/netrc", "ABSOLUTE/dotfiles/netrc", "other", "dotfiles/other"], Kind.allCases)
    func linksToWhatIsToCome(_ target: String, _ kind: Kind) async throws {
        let place = try TemporaryFolder()
        #expect(mkdir(place.file("dotfiles"), 0o700) == 0)
        #expect(symlink(target.replacing("ABSOLUTE", with: place.path), place.file("store")) == 0)
        // Of the others, a link to a link, in another folder than the first.
        #expect(symlink("dotfiles/netrc", place.file("other")) == 0)
        #expect(symlink("../dotfiles/netrc", place.file("dotfiles/other")) == 0)
        let store = kind.store(place.file("store"))
        try await store.set(StoredCredential(for: url(), user: "ada", password: "1"))
        try await store.set(StoredCredential(for: url(), user: "bob", password: "2"))
        for path in ["store", "dotfiles/netrc"] {
            #expect(try await kind.store(place.file(path)).credential(for: url(), user: "ada") != nil)
        }
        let names = try place.entries()
        #expect(names.filter(\.isFile).map(\.name).sorted() == [])
        #expect(place.permissions(of: "dotfiles/netrc") == 0o600 && place.permissions(of: "dotfiles/netrc.lock") != nil)
        #expect(place.permissions(of: "store.lock") == nil)
    }

    @Test(arguments: ["loop", "none/netrc", "none/", ""]) func linksToNowhere(_ target: String) async throws {
        let place = try TemporaryFolder()
        if !target.isEmpty { #expect(symlink(target, place.file("loop")) == 0) }
        let store = NetrcStore(at: target.isEmpty ? "" : place.file("loop"))
        await #expect(throws: CredentialStoreError.self) {
            try await store.set(StoredCredential(for: url(), user: "ada", password: "1"))
        }
        #expect(try place.entries().count == (target.isEmpty ? 0 : 1))
    }

    /// As of a process that was stopped in the middle of a change.
    @Test func locksThatNobodyGivesBack() async throws {
        let place = try TemporaryFolder()
        let path = try place.write("netrc", "machine h login a password b\n")
        let holder = open(try place.write("netrc.lock", ""), O_RDWR | O_CLOEXEC)
        #expect(flock(holder, LOCK_EX) == 0)
        var file = CredentialFile(path)
        file.patience = 1000
        let refusal = CredentialStoreError.file(
            path, reason: "another process has held its lock for 1 s; is it suspended?")
        let waiting = file
        #expect(throws: refusal) { try waiting.change { content in content } }
        close(holder)
        try waiting.change { content in (content ?? []) + Array("#\n".utf8) }
        #expect(try place.read("netrc").suffix(2) == Array("#\n".utf8)[...])
    }

    /// C would end each there, and take it for another.
    @Test func nothingHasANUL() async throws {
        let place = try TemporaryFolder()
        let path = try place.write("netrc", "machine example.com login a password b\n") + "\0"
        for kind in Kind.allCases {
            let store = kind.store(path)
            await #expect(throws: CredentialStoreError.unfit("a path can't contain a NUL")) {
                try await store.credential(for: url())
            }
            await #expect(throws: CredentialStoreError.unfit("a path can't contain a NUL")) {
                try await store.set(StoredCredential(for: url(), user: "ada", password: "1"))
            }
        }
        let desktop = SecretServiceStore()
        for (origin, realm, part) in [("https://h\0", "", "an origin"), ("https://h", "a\0b", "a realm")] {
            let refusal = CredentialStoreError.unfit(
                "the desktop's store takes only text: \(part) must be UTF-8 without NUL")
            await #expect(throws: refusal) { try await desktop.get(origin: origin, realm: realm, user: nil) }
            await #expect(throws: refusal) { try await desktop.remove(origin: origin, realm: realm, user: [65]) }
            await #expect(throws: refusal) {
                try await desktop.set(StoredCredential(origin: origin, realm: realm, user: [65], password: []))
            }
        }
    }

    /// A key per file and not per question.
    @Test func keysAreMadeOnce() async throws {
        let place = try TemporaryFolder()
        let url = try url()
        let made = EncryptedCredentialFile(at: place.file("s"), passphrase: Self.passphrase)
        try await made.set(StoredCredential(for: url, user: "ada", password: "x"))
        let clock = ContinuousClock()
        let first = try await clock.measure {
            let store = EncryptedCredentialFile(at: place.file("s"), passphrase: Self.passphrase)
            _ = try await store.credential(for: url)
        }
        let many = try await clock.measure {
            for _ in 0..<200 { _ = try await made.credential(for: url) }
        }
        #expect(many < first * 100)
    }

    /// Whoever owns the file, or has it open, gets no secrets.
    @Test(.enabled(if: geteuid() == 0, "only root gives files away"), arguments: ["netrc", "link"])
    func anotherUsersFileIsRefused(_ name: String) async throws {
        let place = try TemporaryFolder()
        #expect(chown(try place.write("netrc", "#\n"), 12_345, 12_345) == 0)
        #expect(symlink("netrc", place.file("link")) == 0)
        let refusal = CredentialStoreError.file(
            place.file(name), reason: "it belongs to another user; name a file of your own")
        await #expect(throws: refusal) {
            try await NetrcStore(at: place.file(name)).set(StoredCredential(for: url(), user: "u", password: "p"))
        }
        #expect(try place.read("netrc") == Array("#\n".utf8))
        #expect(access(place.file("netrc.lock"), F_OK) != 0)
    }

    /// What root locks for somebody else, they can lock afterwards.
    @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
    func rootsLockIsTheOwners() async throws {
        let place = try TemporaryFolder()
        #expect(chown(place.path, 12_345, 12_345) == 0)
        try await NetrcStore(at: place.file("netrc")).set(StoredCredential(for: try url(), user: "u", password: "p"))
        var facts = stat()
        #expect(stat(place.file("netrc.lock"), &facts) == 0)
        #expect(facts.st_uid == 12_345 && facts.st_gid == 12_345 && facts.st_mode & 0o777 == 0o600)
    }

    @Test(.enabled(if: geteuid() != 0, "nothing is denied to root"))
    func aLockThatIsDeniedIsNamed() async throws {
        let place = try TemporaryFolder()
        #expect(chmod(try place.write("netrc.lock", ""), 0) == 0)
        let refusal = CredentialStoreError.file(place.file("netrc.lock"), reason: String(cString: strerror(EACCES)))
        await #expect(throws: refusal) {
            try await NetrcStore(at: place.file("netrc")).set(StoredCredential(for: url(), user: "u", password: "p"))
        }
    }

    @Test(
        "What a netrc file holds besides stays as it is",
        arguments: [
            (
                "# mine\nmachine a login u password p\nmachine b login v password q\n", "machine b",
                "# mine\nmachine b login v password q\n"
            ),
            (
                "macdef x\nmachine a login u\n\nmachine a login u password p\ndefault login d password e", "macdef",
                "macdef x\nmachine a login u\n\ndefault login d password e"
            ),
            ("machine a password p", "", ""),
            ("machine a login u password p\n# about b\nmachine b login v", "", "# about b\nmachine b login v"),
            ("machine a login u machine b login v\n", "", "machine b login v\n"),
        ] as [(String, String, String)])
    func netrcText(before: String, _: String, after: String) {
        var text = Netrc(parsing: Array(before.utf8))
        let isRemoved = text.remove(host: "a", user: Array("u".utf8))
        #expect(isRemoved)
        #expect(String(decoding: text.octets, as: UTF8.self) == after)
    }

    @Test func whatDoesNotFitANetrcFile() async throws {
        let place = try TemporaryFolder()
        let store = NetrcStore(at: place.file("n"))
        await #expect(throws: CredentialStoreError.self) {
            try await store.set(StoredCredential(for: url(), realm: "r", user: "u", password: "p"))
        }
        await #expect(throws: CredentialStoreError.self) {
            try await store.set(StoredCredential(for: url(), user: "u", password: "\0"))
        }
        await #expect(throws: CredentialStoreError.self) {
            try await EncryptedCredentialFile(at: place.path, passphrase: "").credential(for: url())
        }
        #expect(mkfifo(place.file("pipe"), 0o600) == 0)
        await #expect(throws: CredentialStoreError.self) {
            try await NetrcStore(at: place.file("pipe")).credential(for: url())
        }
    }
}

/// A netrc file that others wrote.
struct NetrcFileTests {
    /// What is kept for an IPv6 address is found where the client looks for it.
    @Test func addressesOfVersion6() async throws {
        let place = try TemporaryFolder()
        let store = NetrcStore(at: place.file("netrc"))
        let url = try HTTPURL("https://[::1]:8443/")
        try await store.set(StoredCredential(for: url, user: "ada", password: "x"))
        let netrc = Netrc(parsing: try place.read("netrc"))
        #expect(netrc.credential(forHost: url.hostForConnecting) == .password(user: "ada", "x"))
        #expect(try await store.credential(for: url) == .password(user: "ada", "x"))
        #expect(try await store.remove(origin: "https://[::1]:8443", realm: "", user: Array("ada".utf8)))
    }

    /// A password for every user is for others too, so that keeping one user's leaves it; who forgets one user forgets both.
    @Test func passwordsForEveryUser() async throws {
        let place = try TemporaryFolder()
        let shared = "machine h password shared\n"
        let store = NetrcStore(at: try place.write("netrc", "machine h login ada password old\n" + shared))
        try await store.set(StoredCredential(for: try HTTPURL("https://h/"), user: "ada", password: "x"))
        #expect(
            String(decoding: try place.read("netrc"), as: UTF8.self)
                == "machine h login \"ada\" password \"x\"\n" + shared)
        #expect(try await store.remove(origin: "https://h", realm: "", user: Array("ada".utf8)))
        #expect(try place.read("netrc").isEmpty)
    }

    /// Behind an open quote, the entries of others would be taken for a part of the password, and removed with it.
    @Test func openQuotes() async throws {
        let place = try TemporaryFolder()
        let text = "machine h login u password \"p\nmachine b login v password \"q\"\n"
        let store = NetrcStore(at: try place.write("netrc", text))
        let url = try HTTPURL("https://h/")
        let refusal = CredentialStoreError.unfit("line 1 of the netrc file: a quoted word isn't closed on its line")
        await #expect(throws: refusal) { try await store.credential(for: url) }
        await #expect(throws: refusal) { try await store.set(StoredCredential(for: url, user: "u", password: "x")) }
        await #expect(throws: refusal) { try await store.remove(origin: "https://h", realm: "", user: Array("u".utf8)) }
        #expect(String(decoding: try place.read("netrc"), as: UTF8.self) == text)
    }

    @Test(
        "An entry is put where the words before it can't be taken for its own, or refused",
        arguments: [
            ("", "machine h login \"ada\" password \"x\"\n"),
            (
                "login old\nmachine b login c password d\n",
                "login old\nmachine h login \"ada\" password \"x\"\nmachine b login c password d\n"
            ),
            ("macsword login d\n", nil),
        ])
    func orphans(text: String, written: String?) async throws {
        let place = try TemporaryFolder()
        let path = try place.write("netrc", text)
        let store = NetrcStore(at: path)
        let credential = StoredCredential(for: try HTTPURL("https://h/"), user: "ada", password: "x")
        if written == nil {
            await #expect(throws: CredentialStoreError.self) { try await store.set(credential) }
        } else {
            try await store.set(credential)
        }
        #expect(String(decoding: try place.read("netrc"), as: UTF8.self) == written ?? text)
    }
}
