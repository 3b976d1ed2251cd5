import Glibc
import TestSupport

/// An nginx of a test's own: plain and TLS on free loopback ports, files from a temporary folder; stopped with it.
final class Nginx: Sendable {
    struct DidNotStart: Error {
        let log: String
    }

    let folder: TemporaryFolder
    let plainPort: UInt16
    let securePort: UInt16
    private let program: Program

    /// Where it is installed, or `nil`.
    static let path: String? = {
        let places: [String] = ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"]
        return places.map { $0 + "/nginx" }.first { access($0, X_OK) == 0 }
    }()

    /// Starts it; it answers when this returns.
    init(_ path: String) async throws {
        let folder = try TemporaryFolder()
        try await Self.makeCertificate(in: folder)
        try folder.write("hello.txt", "Hello from nginx.\n")
        try folder.write("lines.txt", (0..<5000).map { "line \($0)\n" }.joined())
        // A hole: large for the network, nothing on the disk.
        try folder.write("large", "")
        mkdir(folder.file("dav"), 0o755)
        truncate(folder.file("large"), 64 << 20)
        var log = ""
        // Another process may take a free port before nginx does; then others are tried.
        for _ in 0..<5 {
            let (plain, secure) = (Self.freePort(), Self.freePort())
            try folder.write("nginx.conf", Self.configuration(folder.path, plain, secure))
            let program = try Program(
                path, ["-p", folder.path, "-e", "stderr", "-c", folder.file("nginx.conf")], seconds: 120)
            let ready = "start worker process "
            log = await program.waitForText(ready, inErrors: true)
            if log.contains(ready) {
                (self.folder, self.program, plainPort, securePort) = (folder, program, plain, secure)
                return
            }
        }
        throw DidNotStart(log: log)
    }

    /// Ends it and waits.
    func stop() async {
        program.stop()
        _ = await program.finish()
    }

    /// A port that is free now.
    static func freePort() -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                // SAFETY: the pointer is to a whole sockaddr_in, used during the calls only.
                let isBound = bind(descriptor, address, length) == 0 && getsockname(descriptor, address, &length) == 0
                return isBound ? UInt16(bigEndian: pointer.pointee.sin_port) : 0
            }
        }
    }

    private static func makeCertificate(in folder: TemporaryFolder) async throws {
        let outcome = try await Program.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=nginx of a test", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout",
                folder.file("key.pem"), "-out", folder.file("certificate.pem"),
            ])
        guard outcome.status == 0 else { throw DidNotStart(log: outcome.errorText) }
    }

    private static func configuration(_ path: String, _ plain: UInt16, _ secure: UInt16) -> String {
        """
        \(getuid() == 0 ? "user root;" : "")
        daemon off;
        worker_processes 1;
        pid \(path)/pid;
        error_log stderr notice;
        events { worker_connections 64; }
        http {
            access_log off;
            client_body_temp_path \(path)/body;
            proxy_temp_path \(path)/proxy;
            fastcgi_temp_path \(path)/fastcgi;
            uwsgi_temp_path \(path)/uwsgi;
            scgi_temp_path \(path)/scgi;
            server {
                listen 127.0.0.1:\(plain);
                listen 127.0.0.1:\(secure) ssl;
                ssl_certificate \(path)/certificate.pem;
                ssl_certificate_key \(path)/key.pem;
                root \(path);
                client_max_body_size 1k;
                location /moved { return 301 /hello.txt; }
                location /listing/ { alias \(path)/; autoindex on; }
                location /sink { return 200 "taken\\n"; }
                location /dav/ {
                    dav_methods PUT DELETE MKCOL COPY MOVE;
                    create_full_put_path on;
                    client_max_body_size 0;
                }
            }
        }
        """
    }
}
