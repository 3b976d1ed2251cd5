import Glibc
import TestSupport

/// A test's own Apache httpd, with WebDAV (mod_dav) on a free loopback port; stopped with its folder.
///
/// It serves everything below `files` in its folder, at these paths:
///
/// | path       | access                                                 |
/// |------------|--------------------------------------------------------|
/// | `/files/`  | GET and HEAD for everyone; .txt compressed on request  |
/// | `/dav/`    | WebDAV for everyone                                    |
/// | `/basic/`  | WebDAV for `user` with `secret` (Basic)                |
/// | `/digest/` | WebDAV for `user` with `secret` (Digest, MD5, qop=auth)|
/// | `/small/`  | WebDAV, with bodies of up to 1000 bytes                |
final class Apache: Sendable {
    /// The only user.
    static let user = "user"
    /// The user's password.
    static let password = "secret"

    let folder: TemporaryFolder
    let port: UInt16
    private let program: Program

    /// The installed program, or `nil`.
    static let path: String? = {
        let places = ["/usr/sbin/apache2", "/usr/sbin/httpd", "/usr/local/sbin/httpd"]
        return places.first { access($0, X_OK) == 0 && modules != nil }
    }()

    private static let modules: String? = {
        let places = ["/usr/lib/apache2/modules", "/usr/lib64/httpd/modules", "/usr/lib/httpd/modules"]
        return places.first { access($0 + "/mod_dav_fs.so", R_OK) == 0 }
    }()

    /// `http://127.0.0.1:PORT` and the path.
    func url(_ path: String) -> String {
        "http://127.0.0.1:\(port)\(path)"
    }

    /// The name of a file below `files`.
    func file(_ name: String) -> String {
        folder.file("files/\(name)")
    }

    /// Starts it and waits until it responds.
    init(_ path: String) async throws {
        let folder = try TemporaryFolder()
        guard let modules = Self.modules, mkdir(folder.file("files"), 0o777) == 0, chmod(folder.path, 0o755) == 0
        else { throw PeerDidNotStart(log: "no modules, or no folder") }
        // Started by root, it runs as nobody, who must be able to write here despite the umask.
        chmod(folder.file("files"), 0o777)
        mkdir(folder.file("locks"), 0o777)
        chmod(folder.file("locks"), 0o777)
        try folder.write("basic", "\(Self.user):{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ=\n")
        // MD5 of "user:files:secret", as htdigest writes it.
        try folder.write("digest", "\(Self.user):files:\(try await Self.digestSecret())\n")
        var log = ""
        // Another process may take a free port before httpd does, so retry with others.
        for _ in 0..<5 {
            let port = freePort()
            try folder.write("httpd.conf", Self.configuration(folder.path, modules, port))
            let program = try Program("/bin/sh", ["-c", Self.command, "sh", path, folder.path], seconds: 120)
            let ready = "AH02471"
            log = await program.waitForText(ready, inErrors: true)
            if log.contains(ready) {
                (self.folder, self.port, self.program) = (folder, port, program)
                return
            }
        }
        throw PeerDidNotStart(log: log)
    }

    /// Stops it and waits.
    func stop() async {
        program.stop()
        _ = await program.finish()
    }

    private static func digestSecret() async throws -> String {
        let outcome = try await Program.run(
            "/usr/bin/openssl", ["dgst", "-md5", "-r"], input: Array("\(user):files:\(password)".utf8))
        return String(outcome.text.prefix(32))
    }

    /// One process (`-X`), so that nothing outlives it. Its log goes to standard error through a pipe, since it opens
    /// the log by name, which fails for the socket that a test passes.
    private static let command = """
        mkfifo "$2/log.$$" && { cat "$2/log.$$" >&2 & } && exec "$1" -X -d "$2" -f "$2/httpd.conf" 2> "$2/log.$$"
        """

    private static let moduleNames = [
        "mpm_event", "authn_core", "authn_file", "authz_core", "authz_user", "auth_basic", "auth_digest", "alias",
        "mime", "dav", "dav_fs", "dir", "filter", "deflate",
    ]

    private static func configuration(_ path: String, _ modules: String, _ port: UInt16) -> String {
        let loads = moduleNames.map { "LoadModule \($0)_module \(modules)/mod_\($0).so\n" }.joined()
        let places = ["dav", "basic", "digest", "small"].map { name in
            """
            Alias /\(name)/ \(path)/files/
            Alias /\(name) \(path)/files
            <Location /\(name)>
                Dav On
                \(rules(for: name, path))
            </Location>

            """
        }
        return loads + """
            ServerName 127.0.0.1
            Listen 127.0.0.1:\(port)
            PidFile \(path)/httpd.pid
            DefaultRuntimeDir \(path)
            Mutex fcntl:\(path)/locks
            ErrorLog /dev/stderr
            LogLevel warn mpm_event:debug
            TypesConfig /dev/null
            \(getuid() == 0 ? "User nobody\nGroup nogroup" : "")
            StartServers 1
            ServerLimit 1
            ThreadsPerChild 16
            MaxRequestWorkers 16
            DocumentRoot \(path)/files
            AddOutputFilterByType DEFLATE text/plain
            AddType text/plain .txt
            DavLockDB \(path)/locks/dav
            <Directory \(path)/files>
                Require all granted
            </Directory>
            Alias /files/ \(path)/files/
            \(places.joined())
            """ + "\n"
    }

    private static func rules(for name: String, _ path: String) -> String {
        switch name {
        case "basic", "digest":
            """
            AuthType \(name == "basic" ? "Basic" : "Digest")
                AuthName files
                Auth\(name == "basic" ? "Basic" : "Digest")Provider file
                AuthUserFile \(path)/\(name)
                Require valid-user
            """
        case "small": "LimitRequestBody 1000"
        default: ""
        }
    }
}
