#if DiskCache
    import Glibc
    import HTTPTypes
    import SockeyeFields
    import SockeyeURL
    import Synchronization
    import TestSupport
    import Testing

    @testable import SockeyeCache

    /// What both stores promise, and what only the one on disk does.
    struct StoreTests {
        enum Kind: String, CaseIterable { case memory, disk }

        /// A store of its own, with the folder that it is in.
        private func store(_ kind: Kind, limit: Int64 = 1 << 26) throws -> (any CacheStore, TemporaryFolder) {
            let folder = try TemporaryFolder()
            switch kind {
            case .memory: return (MemoryCacheStore(limit: limit), folder)
            case .disk: return (DiskCacheStore(at: folder.file("cache"), limit: limit), folder)
            }
        }

        private static func key(_ number: Int) -> CacheKey { CacheKey(text: "\nhttp://a.test/\(number)") }

        /// Bytes that differ by `seed`.
        private static func body(_ seed: Int, _ count: Int) -> [UInt8] {
            // Quick in debug builds too: the places that matter differ.
            var bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: seed), count: count)
            for place in stride(from: 0, to: count, by: 1000) { bytes[place] = UInt8(truncatingIfNeeded: place >> 10) }
            return bytes
        }

        @discardableResult
        private static func put(
            _ store: any CacheStore, _ number: Int, _ bytes: [UInt8], now: Int64 = noon, replacing: [Int64] = []
        ) -> CacheRecord? {
            let response = stored([("Cache-Control", "max-age=60"), ("X-Number", "\(number)")]).response
            guard let writer = store.write(response, for: key(number), length: nil) else { return nil }
            var rest = bytes.span.bytes
            while rest.byteCount > 0 {
                let count = min(rest.byteCount, 10_000)
                if !writer.append(rest.extracting(first: count)) { return nil }
                rest = rest.extracting(droppingFirst: count)
            }
            return writer.commit(replacing: replacing, now: now)
        }

        /// The stored body; `nil` if it is missing. Throws if it is found damaged on the way.
        private static func get(_ store: any CacheStore, _ number: Int, now: Int64 = noon) throws -> [UInt8]? {
            guard let record = store.records(for: key(number)).first, let body = store.body(of: record, now: now) else {
                return nil
            }
            var bytes = [UInt8](repeating: 0, count: Int(body.length))
            var offset = 0
            while offset < bytes.count {
                let count = try bytes.withUnsafeMutableBytes {
                    try body.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[offset...]), at: Int64(offset))
                }
                if count == 0 { throw CacheDamage("short") }
                offset += count
            }
            return bytes
        }

        static let sizes = [0, 1, 1000, 16 * 1024, 16 * 1024 + 1, 1 << 20, (1 << 20) + 1, 3_000_000]

        @Test(arguments: Kind.allCases, sizes)
        func whatIsStoredIsFound(kind: Kind, size: Int) throws {
            let (store, folder) = try store(kind)
            let bytes = Self.body(1, size)
            #expect(Self.put(store, 1, bytes) != nil)
            #expect(try Self.get(store, 1) == bytes)
            #expect(try Self.get(store, 2) == nil)
            #expect(store.records(for: Self.key(1)).first?.response.fields[.cacheControl] == "max-age=60")
            #expect(store.size >= Int64(size))
            withExtendedLifetime(folder) {}
        }

        @Test(arguments: Kind.allCases)
        func nothingIsSeenBeforeTheCommit(kind: Kind) throws {
            let (store, folder) = try store(kind)
            let writer = try #require(store.write(stored([]).response, for: Self.key(1), length: nil))
            let bytes = Self.body(1, 100_000)
            let isTaken = writer.append(bytes.span.bytes)
            #expect(isTaken)
            #expect(store.records(for: Self.key(1)).isEmpty && store.size == 0)
            writer.abandon()
            #expect(writer.commit(replacing: [], now: noon) == nil)
            #expect(store.records(for: Self.key(1)).isEmpty)
            withExtendedLifetime(folder) {}
        }

        @Test(arguments: Kind.allCases)
        func replacesUpdatesAndRemoves(kind: Kind) throws {
            let (store, folder) = try store(kind)
            let first = try #require(Self.put(store, 1, Self.body(1, 50_000)))
            var second = try #require(Self.put(store, 1, Self.body(2, 50_000), replacing: [first.id]))
            #expect(store.records(for: Self.key(1)).map(\.id) == [second.id])
            #expect(try Self.get(store, 1) == Self.body(2, 50_000))
            second.response.fields[.age] = "5"
            store.update(second, for: Self.key(1))
            #expect(store.records(for: Self.key(1)).first?.response.fields[.age] == "5")
            #expect(try Self.get(store, 1) == Self.body(2, 50_000))
            Self.put(store, 2, [1])
            store.remove(Self.key(1))
            #expect(store.entries().map(\.key) == [Self.key(2)])
            store.removeAll()
            #expect(store.entries().isEmpty && store.size == 0)
            withExtendedLifetime(folder) {}
        }

        @Test(arguments: Kind.allCases)
        func leastRecentlyUsedGoesFirst(kind: Kind) throws {
            let limit: Int64 = 1 << 20
            let (store, folder) = try store(kind, limit: limit)
            for number in 0..<200 {
                Self.put(store, number, Self.body(number, number % 3 == 0 ? 20_000 : 5_000), now: noon + Int64(number))
                // The first one is used all the time.
                #expect(try Self.get(store, 0, now: noon + Int64(number)) == Self.body(0, 20_000))
                #expect(store.size <= limit)
            }
            #expect(store.size > limit * 9 / 10)
            #expect(try Self.get(store, 1) == nil)
            #expect(try Self.get(store, 199) == Self.body(199, 5_000))
            withExtendedLifetime(folder) {}
        }

        @Test(arguments: Kind.allCases)
        func bodyTooLargeForTheStoreIsNotStored(kind: Kind) throws {
            let (store, folder) = try store(kind, limit: 1 << 20)
            #expect(Self.put(store, 1, Self.body(1, 200_000)) == nil)
            #expect(store.write(stored([]).response, for: Self.key(1), length: 200_000) == nil)
            #expect(store.size == 0)
            withExtendedLifetime(folder) {}
        }

        // MARK: On disk

        @Test func anotherStoreFindsIt() throws {
            let folder = try TemporaryFolder()
            for size in Self.sizes { Self.put(DiskCacheStore(at: folder.file("a/b")), size, Self.body(size, size)) }
            let other = DiskCacheStore(at: folder.file("a/b"))
            for size in Self.sizes { #expect(try Self.get(other, size) == Self.body(size, size)) }
            #expect(other.entries().count == Self.sizes.count)
        }

        /// From file to file, whatever the pieces; and a changed block is never copied.
        @Test(arguments: [100_000, 1 << 20, 3_000_000]) func bodyIsCopiedIntoAFile(size: Int) throws {
            let folder = try TemporaryFolder()
            let store = DiskCacheStore(at: folder.file("cache"))
            let bytes = Self.body(1, size)
            Self.put(store, 1, bytes)
            let record = try #require(store.records(for: Self.key(1)).first)
            let body = try #require(store.body(of: record, now: noon))
            #expect(body.isFile)
            let target = open(folder.file("copy"), O_RDWR | O_CREAT, 0o600)
            defer { close(target) }
            var offset: Int64 = 0
            while offset < body.length {
                let count = try #require(try body.copy(from: offset, atMost: 700_000, to: target, at: offset))
                #expect(count > 0)
                offset += Int64(max(1, count))
            }
            #expect(try folder.read("copy") == bytes)
            // A file that can't be written is the file's fault.
            let readOnly = open(folder.file("copy"), O_RDONLY)
            defer { close(readOnly) }
            #expect(try body.copy(from: 0, atMost: 10, to: readOnly, at: 0) == -Int(EBADF))
        }

        @Test func changedBlockIsNotCopied() throws {
            let folder = try TemporaryFolder()
            // Not checked whole in advance.
            let size = 9 << 20
            Self.put(DiskCacheStore(at: folder.file("cache")), 1, Self.body(1, size))
            let name = try #require(try Self.files(folder).first { $0.contains("bodies/") })
            let file = open(folder.file(name), O_RDWR)
            var byte: UInt8 = 77
            pwrite(file, &byte, 1, 5 << 20)
            close(file)
            let store = DiskCacheStore(at: folder.file("cache"))
            let record = try #require(store.records(for: Self.key(1)).first)
            let body = try #require(store.body(of: record, now: noon))
            let target = open(folder.file("copy"), O_RDWR | O_CREAT, 0o600)
            defer { close(target) }
            for block in 0..<5 {
                let offset = Int64(block) << 20
                #expect(try body.copy(from: offset, atMost: 1 << 20, to: target, at: offset) == 1 << 20)
            }
            #expect(throws: CacheDamage.self) { try body.copy(from: 5 << 20, atMost: 1 << 20, to: target, at: 5 << 20) }
            #expect(store.records(for: Self.key(1)).isEmpty)
        }

        /// Several threads check the blocks of a body, and each reader still gets its bytes in order, up to what is damaged.
        @Test(arguments: [nil, 7] as [Int?]) func severalReadersShareABody(damaged: Int?) async throws {
            let folder = try TemporaryFolder()
            let bytes = Self.body(1, (12 << 20) + 5)
            Self.put(DiskCacheStore(at: folder.file("cache")), 1, bytes)
            if let damaged {
                let name = try #require(try Self.files(folder).first { $0.contains("bodies/") })
                let file = open(folder.file(name), O_RDWR)
                var byte: UInt8 = 77
                pwrite(file, &byte, 1, off_t(damaged) << 20)
                close(file)
            }
            let store = DiskCacheStore(at: folder.file("cache"))
            let record = try #require(store.records(for: Self.key(1)).first)
            let body = try #require(store.body(of: record, now: noon))
            let sound = damaged.map { $0 << 20 } ?? bytes.count
            await withTaskGroup(of: [UInt8].self) { readers in
                for _ in 0..<4 { readers.addTask { Self.soundBytes(of: body) } }
                for await found in readers { #expect(found == Array(bytes.prefix(sound))) }
            }
        }

        /// What can be read of a body from its beginning.
        private static func soundBytes(of body: any CacheBody) -> [UInt8] {
            var bytes: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 300_000)
            while let count = try? piece.withUnsafeMutableBytes({ try body.read(into: $0, at: Int64(bytes.count)) }),
                count > 0
            {
                bytes += piece.prefix(count)
            }
            return bytes
        }

        /// What the files take, the index besides, keeps to the limit within 1 %, and is near it.
        @Test func evictionKeepsToTheLimit() throws {
            let folder = try TemporaryFolder()
            let limit: Int64 = 8 << 20
            let store = DiskCacheStore(at: folder.file("cache"), limit: limit)
            for number in 0..<300 {
                Self.put(store, number, Self.body(number, 20_000 + 200 * number), now: noon + Int64(number))
            }
            let bodies = try Self.files(folder).filter { $0.contains("bodies/") }
            let taken = try bodies.reduce(Int64(0)) { try $0 + Int64(folder.read($1).count) }
            #expect(taken <= limit + limit / 100 && taken >= limit - limit / 50)
            #expect(store.size <= limit)
        }

        @Test func nothingIsOpenedBeforeItIsNeeded() throws {
            let folder = try TemporaryFolder()
            _ = DiskCacheStore(at: folder.file("cache"))
            #expect(try folder.entries().isEmpty)
        }

        @Test func onlyTheOwnerCanReadIt() throws {
            let folder = try TemporaryFolder()
            let old = umask(0)
            defer { umask(old) }
            let store = DiskCacheStore(at: folder.file("cache"))
            Self.put(store, 1, Self.body(1, 100_000))
            #expect(folder.permissions(of: "cache") == 0o700)
            #expect(folder.permissions(of: "cache/bodies") == 0o700)
            for name in try Self.files(folder) { #expect(folder.permissions(of: name) == 0o600, "\(name)") }
        }

        @Test func equalBodiesShareAFileUntilTheLastIsGone() throws {
            let folder = try TemporaryFolder()
            let store = DiskCacheStore(at: folder.file("cache"))
            for number in 1...3 { Self.put(store, number, Self.body(0, 100_000)) }
            #expect(try Self.files(folder).count { $0.contains("bodies/") } == 1)
            store.remove(Self.key(1))
            #expect(try Self.get(store, 2) == Self.body(0, 100_000))
            store.remove(Self.key(2))
            store.remove(Self.key(3))
            #expect(try Self.files(folder).count { $0.contains("bodies/") } == 0)
        }

        /// As if the process were killed before the transaction's end: what was there is still there.
        @Test func aReplacementThatFailsTakesNothing() throws {
            let (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
            Self.put(DiskCacheStore(at: elsewhere.file("cache")), 1, Self.body(2, 20_000))
            let name = try #require(try Self.files(elsewhere).first { $0.contains("bodies/") })
            let store = DiskCacheStore(at: folder.file("cache"))
            let record = try #require(Self.put(store, 1, Self.body(1, 20_000)))
            // No file can have the next body's name.
            Self.makeFolders(folder, name)
            #expect(Self.put(store, 1, Self.body(2, 20_000), replacing: [record.id]) == nil)
            #expect(try Self.get(store, 1) == Self.body(1, 20_000))
            rmdir(folder.file(name))
            #expect(Self.put(store, 1, Self.body(2, 20_000), replacing: [record.id]) != nil)
            #expect(try Self.get(store, 1) == Self.body(2, 20_000))
            #expect(try Self.files(folder).filter { $0.contains("bodies/") } == [name])
        }

        /// The store's files, by their names in `folder`.
        private static func files(_ folder: TemporaryFolder) throws -> [String] {
            var names: [String] = []
            for inner in ["cache", "cache/bodies"] {
                guard let stream = opendir(folder.file(inner)) else { continue }
                defer { closedir(stream) }
                while let entry = readdir(stream) {
                    // SAFETY: the name is NUL-terminated and valid until the next call of readdir.
                    let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
                    let name = String(cString: start.assumingMemoryBound(to: UInt8.self))
                    if entry.pointee.d_type == UInt8(DT_REG) { names.append("\(inner)/\(name)") }
                }
            }
            return names
        }

        /// Every file in turn, a bit at many places: what is read is right, or missing, or an error. Then it can store again.
        @Test(arguments: 0..<12) func flippedBitIsNeverRead(place: Int) throws {
            let folder = try TemporaryFolder()
            let sizes = [100, 5_000, 100_000, 9_000_000]
            do {
                let store = DiskCacheStore(at: folder.file("cache"))
                for (number, size) in sizes.enumerated() { Self.put(store, number, Self.body(number, size)) }
            }
            for name in try Self.files(folder) where !name.hasSuffix("/lock") {
                // SQLite may have removed a file of its own meanwhile.
                guard var bytes = try? folder.read(name), !bytes.isEmpty else { continue }
                let offset = place == 0 ? 0 : Int(UInt64(place) &* 0x9E37_79B9_7F4A_7C15 % UInt64(bytes.count))
                bytes[offset] ^= UInt8(1) << UInt8(place % 8)
                try folder.write(name, bytes: bytes)
                let store = DiskCacheStore(at: folder.file("cache"))
                for (number, size) in sizes.enumerated() {
                    let found = try? Self.get(store, number)
                    #expect(found == nil || found == Self.body(number, size), "\(name) at \(offset): \(number)")
                }
                // It goes on, whatever happened.
                Self.put(store, 99, Self.body(99, 20_000))
                #expect(try Self.get(store, 99) == Self.body(99, 20_000), "\(name) at \(offset)")
            }
        }

        @Test func damagedIndexIsSetAside() throws {
            let folder = try TemporaryFolder()
            var earlier: Set<Int64> = []
            do {
                let store = DiskCacheStore(at: folder.file("cache"))
                for number in 0..<100 { Self.put(store, number, Self.body(number, 5_000)) }
                earlier = Set((0..<100).flatMap { store.records(for: Self.key($0)).map(\.id) })
            }
            try folder.write("cache/index", bytes: [UInt8](repeating: 0x55, count: 100_000))
            let warnings = Mutex<[String]>([])
            let store = DiskCacheStore(at: folder.file("cache")) { warning in warnings.withLock { $0.append(warning) } }
            #expect(try Self.get(store, 1) == nil)
            Self.put(store, 1, [7])
            #expect(try Self.get(store, 1) == [7])
            // A record that is still in use must not mean another response.
            let later = store.records(for: Self.key(1)).map(\.id)
            #expect(earlier.count == 100 && later.count == 1 && earlier.isDisjoint(with: later))
            #expect(warnings.withLock { $0.count } == 1)
            #expect(folder.permissions(of: "cache/index.damaged") == 0o600)
        }

        private static func makeFolders(_ folder: TemporaryFolder, _ path: String) {
            var made = ""
            for part in path.split(separator: "/") {
                made += "/" + part
                mkdir(folder.file(String(made.dropFirst())), 0o755)
            }
        }

        @Test(
            "A folder with other files is nobody's cache, and its files stay",
            arguments: [
                ["notes.txt", "bodies/thesis.txt"], ["index", "notes.txt"], [".hidden"],
            ])
        func foreignFolderIsAWarning(_ names: [String]) throws {
            let folder = try TemporaryFolder()
            Self.makeFolders(folder, "own/bodies")
            for name in names { try folder.write("own/\(name)", name) }
            let warnings = Mutex<[String]>([])
            let store = DiskCacheStore(at: folder.file("own")) { warning in warnings.withLock { $0.append(warning) } }
            #expect(Self.put(store, 1, Self.body(1, 20_000)) == nil)
            store.removeAll()
            #expect(warnings.withLock { $0.count == 1 && $0[0].contains("holds other files") })
            for name in names { #expect(try folder.read("own/\(name)") == Array(name.utf8)) }
            #expect(access(folder.file("own/lock"), F_OK) != 0)
        }

        @Test(
            "A folder in which others can put responses is not used, nor are its files",
            arguments: ["cache", "cache/bodies"], [0o777, 0o1777, 0o720, nil] as [mode_t?])
        func exposedFolderIsAWarning(_ name: String, _ mode: mode_t?) throws {
            if mode == nil, geteuid() != 0 { return }
            let folder = try TemporaryFolder()
            Self.put(DiskCacheStore(at: folder.file("cache")), 1, Self.body(1, 20_000))
            if let mode {
                #expect(chmod(folder.file(name), mode) == 0)
            } else {
                #expect(chown(folder.file(name), 12_345, 12_345) == 0)
            }
            let warnings = Mutex<[String]>([])
            let store = DiskCacheStore(at: folder.file("cache")) { warning in warnings.withLock { $0.append(warning) } }
            #expect(try Self.get(store, 1) == nil)
            #expect(Self.put(store, 2, [7]) == nil)
            let reason = mode == nil ? "belongs to another user" : "can be written to by others"
            #expect(warnings.withLock { $0.count == 1 && $0[0].contains(reason) })
            // It is used again once it is the user's alone.
            #expect(chown(folder.file(name), geteuid(), getegid()) == 0 && chmod(folder.file(name), 0o755) == 0)
            #expect(try Self.get(store, 1) == Self.body(1, 20_000))
        }

        @Test("Only bodies are deleted, and only in the cache's own folder")
        func otherFilesStay() throws {
            let folder = try TemporaryFolder()
            let name = String(repeating: "a", count: 64)
            Self.makeFolders(folder, "cache/bodies")
            try folder.write("cache/bodies/thesis.txt", "mine")
            try folder.write("cache/bodies/\(name)", "left by a killed process")
            let store = DiskCacheStore(at: folder.file("cache"))
            #expect(Self.put(store, 1, Self.body(1, 20_000)) != nil)
            store.removeAll()
            #expect(try folder.read("cache/bodies/thesis.txt") == Array("mine".utf8))
            #expect(access(folder.file("cache/bodies/\(name)"), F_OK) != 0)
            // A link in its place leads to somebody's files.
            Self.makeFolders(folder, "linked")
            Self.makeFolders(folder, "elsewhere")
            try folder.write("elsewhere/\(name)", "mine")
            #expect(symlink(folder.file("elsewhere"), folder.file("linked/bodies")) == 0)
            let linked = DiskCacheStore(at: folder.file("linked"))
            #expect(Self.put(linked, 1, Self.body(1, 20_000)) == nil)
            linked.removeAll()
            #expect(try folder.read("elsewhere/\(name)") == Array("mine".utf8))
        }

        @Test func unusableFolderIsAWarning() throws {
            let folder = try TemporaryFolder()
            try folder.write("cache", "a file")
            let warnings = Mutex<[String]>([])
            let store = DiskCacheStore(at: folder.file("cache")) { warning in warnings.withLock { $0.append(warning) } }
            #expect(Self.put(store, 1, [7]) == nil)
            #expect(store.records(for: Self.key(1)).isEmpty && store.entries().isEmpty && store.size == 0)
            #expect(warnings.withLock { $0.count } == 1)
        }

        @Test(.enabled(if: TemporaryDisk.isAllowed, "needs root")) func fullDiskStoresNothingAndKeepsTheRest() throws {
            let disk = try TemporaryDisk(megabytes: 2)
            let store = DiskCacheStore(at: disk.path + "/cache", limit: 1 << 30)
            Self.put(store, 1, Self.body(1, 5_000))
            var kept = [1]
            for number in 2..<40 {
                if Self.put(store, number, Self.body(number, 200_000)) != nil { kept.append(number) }
            }
            #expect(kept.count < 20)
            for number in kept {
                #expect(try Self.get(store, number) == Self.body(number, number == 1 ? 5_000 : 200_000))
            }
            // Room again: it stores again.
            store.removeAll()
            #expect(Self.put(store, 50, Self.body(50, 200_000)) != nil)
            #expect(try Self.get(store, 50) == Self.body(50, 200_000))
        }

        @Test func recordsSurviveTheirCoding() throws {
            let part = StoredResponse.Part(first: 3, last: 7, completeLength: 10)
            var response = stored([("A", "1"), ("a", "2"), ("Empty", "")], status: 206, part: part).response
            response.reason = "Teil"
            response.varying = [VaryingField(name: "b", value: nil), VaryingField(name: "c", value: [0xFF, 0x00])]
            let coding = RecordCoding(response: response, bodyLength: 5, blocks: [1, 2, 3])
            let bytes = coding.bytes
            #expect(RecordCoding(bytes[...]) == coding)
            // Every cut is refused, and so is anything behind it.
            for count in 0..<bytes.count { #expect(RecordCoding(bytes[..<count]) == nil) }
            #expect(RecordCoding((bytes + [0])[...]) == nil)
        }
    }
#endif
