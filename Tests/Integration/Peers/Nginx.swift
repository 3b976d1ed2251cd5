import Glibc
import TestSupport

/// A test's own nginx: plain and TLS on free loopback ports, files from a temporary folder; stopped with it.
final class Nginx: Sendable {
    let folder: TemporaryFolder
    let plainPort: UInt16
    let securePort: UInt16
    /// On both, connections start with a load balancer's PROXY line.
    let balancedPort: UInt16
    let balancedSecurePort: UInt16
    private let program: Program

    /// The installed program, or `nil`.
    static let path: String? = {
        let places: [String] = ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"]
        return places.map { $0 + "/nginx" }.first { access($0, X_OK) == 0 }
    }()

    /// Starts it and waits until it responds.
    init(_ path: String) async throws {
        let folder = try TemporaryFolder()
        try await Certificates.make("certificate.pem", "key.pem", in: folder, subject: "nginx of a test")
        try folder.write("hello.txt", "Hello from nginx.\n")
        try folder.write("lines.txt", (0..<5000).map { "line \($0)\n" }.joined())
        // A sparse file: large on the network, empty on disk.
        try folder.write("large", "")
        mkdir(folder.file("dav"), 0o755)
        truncate(folder.file("large"), 64 << 20)
        var log = ""
        // Another process may take a free port before nginx does, so retry with others.
        for _ in 0..<5 {
            let ports = (0..<4).map { _ in freePort() }
            try folder.write("nginx.conf", Self.configuration(folder.path, ports))
            let program = try Program(
                path, ["-p", folder.path, "-e", "stderr", "-c", folder.file("nginx.conf")], seconds: 120)
            let ready = "start worker process "
            log = await program.waitForText(ready, inErrors: true)
            if log.contains(ready) {
                (self.folder, self.program, plainPort, securePort) = (folder, program, ports[0], ports[1])
                (balancedPort, balancedSecurePort) = (ports[2], ports[3])
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

    private static func configuration(_ path: String, _ ports: [UInt16]) -> String {
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
                listen 127.0.0.1:\(ports[0]);
                listen 127.0.0.1:\(ports[1]) ssl;
                listen 127.0.0.1:\(ports[2]) proxy_protocol;
                listen 127.0.0.1:\(ports[3]) ssl proxy_protocol;
                ssl_certificate \(path)/certificate.pem;
                ssl_certificate_key \(path)/key.pem;
                root \(path);
                client_max_body_size 1k;
                location /moved { return 301 /hello.txt; }
                location /listing/ { alias \(path)/; autoindex on; }
                location /from { return 200 "$proxy_protocol_addr to $proxy_protocol_server_addr\n"; }
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
