import Glibc
import SockeyeIO
import Testing

@testable import SockeyeCLI

@Suite("Output files")
struct FileOutputTests {
    private let folder = TemporaryFolder()

    private func write(_ name: String, _ text: String, complete: Bool) throws(OutputError) {
        var output = FileOutput.file(folder.path(name), on: SystemMachine())
        try output.write(Array(text.utf8))
        if complete { try output.complete() }
    }

    /// The error from writing a whole file.
    private func error(writing name: String) -> OutputError? {
        do throws(OutputError) {
            try write(name, "x", complete: true)
            return nil
        } catch {
            return error
        }
    }

    @Test("A complete file has its name, and no partial file is left")
    func complete() throws {
        try write("a", "hello", complete: true)
        #expect(folder.text("a") == "hello" && folder.text("a.part") == nil)
        try write("a", "bye", complete: true)
        #expect(folder.text("a") == "bye")
    }

    @Test("A file where a folder should be is told as that")
    func fileForFolder() {
        folder.write("f", "")
        let error = #expect(throws: OutputError.self) {
            try SystemMachine().checkOutput(folder.path("f/x"), makesFolders: false)
        }
        #expect(error.map { "\($0)" }?.contains("Not a directory") == true, "\(error as Any)")
    }

    @Test("An incomplete file stays under NAME.part, and NAME is untouched")
    func incomplete() throws {
        folder.write("a", "old")
        try write("a", "ne", complete: false)
        #expect(folder.text("a") == "old" && folder.text("a.part") == "ne")
        try write("a", "x", complete: true)
        #expect(folder.text("a") == "x" && folder.text("a.part") == nil)
    }

    @Test("Writing nothing leaves nothing behind; a complete empty body is an empty file")
    func empty() throws {
        try write("a", "", complete: false)
        #expect(folder.text("a") == nil && folder.text("a.part") == nil)
        try write("a", "", complete: true)
        #expect(folder.text("a") == "")
    }

    @Test("Anything but a regular file is written directly")
    func straight() throws {
        var null = FileOutput.file("/dev/null", on: SystemMachine())
        try null.write([1, 0, 2])
        try null.complete()
        #expect(access("/dev/null.part", F_OK) != 0)
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        let reader = open(folder.path("pipe"), O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        try write("pipe", "through", complete: true)
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(read(reader, &bytes, 16) == 7)
        #expect(folder.text("pipe.part") == nil)
    }

    @Test("Writing through a symbolic link replaces its target, not the link")
    func links() throws {
        folder.write("real", "old")
        #expect(symlink("real", folder.path("link")) == 0)
        try write("link", "new", complete: true)
        #expect(folder.text("real") == "new")
        var status = stat()
        #expect(lstat(folder.path("link"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(symlink("nowhere", folder.path("dangling")) == 0)
        #expect(error(writing: "dangling") == .danglingLink(path: folder.path("dangling")))
    }

    @Test("A link or pipe in place of the partial file is refused")
    func hostilePartial() {
        folder.write("victim", "safe")
        #expect(symlink("victim", folder.path("a.part")) == 0)
        #expect(error(writing: "a") != nil)
        #expect(folder.text("victim") == "safe")
        #expect(mkfifo(folder.path("b.part"), 0o600) == 0)
        #expect(error(writing: "b") != nil)
    }

    @Test("Folders and missing folders are errors that name them")
    func folders() {
        #expect(error(writing: "") == .isFolder(path: folder.path("")))
        let missing = folder.path("no/such")
        #expect(
            error(writing: "no/such")
                == .failed(
                    call: "open", path: missing + ".part",
                    reason: "No such file or directory; --create-dirs creates missing folders")
        )
    }

    @Test("The second of two writers of a file fails")
    func locking() throws {
        var first = FileOutput.file(folder.path("a"), on: SystemMachine())
        try first.write(Array("one".utf8))
        #expect(error(writing: "a") == .busy(path: folder.path("a.part")))
        try first.complete()
        #expect(folder.text("a") == "one")
    }

    @Test("The file keeps its mode")
    func mode() throws {
        folder.write("a", "old")
        #expect(chmod(folder.path("a"), 0o600) == 0)
        try write("a", "new", complete: true)
        var status = stat()
        #expect(stat(folder.path("a"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test("A full disk is an error that says so")
    func fullDisk() {
        var output = FileOutput.file("/dev/full", on: SystemMachine())
        let outcome = Result { () throws(OutputError) in try output.write([1]) }
        #expect(throws: OutputError.failed(call: "write", path: "/dev/full", reason: "No space left on device")) {
            try outcome.get()
        }
    }
}

@Suite("Remote names")
struct RemoteNameTests {
    @Test(
        "The last segment of the path",
        arguments: [
            ("http://h/a/b.txt", "b.txt"), ("http://h/b?x=/y#/z", "b"), ("h/b", "b"),
            ("https://h/%2e%2e%2fa", "%2e%2e%2fa"),
            ("http://h/.bashrc", "_bashrc"), ("http://h/-rf", "_rf"), ("http://h/a\u{202E}b", "a_b"),
            ("http://h/a\\b", "a_b"),
            ("http://h", "curl_response"), ("http://h/", "curl_response"), ("http://h?a/b", "curl_response"),
            ("http://h/a/", "a"), ("http://h/张三.txt", "张三.txt"), ("http://h/..a", "_.a"),
        ]
    )
    func names(url: String, name: String) throws {
        #expect(try RemoteName.from(url: url) == name)
    }

    @Test(
        "No name, no file",
        arguments: ["http://h/..", "http://h/a/."])
    func noNames(url: String) {
        #expect(throws: OutputError.noRemoteName(url: url)) { try RemoteName.from(url: url) }
    }
}
