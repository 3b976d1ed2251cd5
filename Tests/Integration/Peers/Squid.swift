import Glibc
import TestSupport

/// A test's own Squid: an HTTP proxy on free loopback ports, without a cache; stopped with the test.
///
/// ```
///  open     for everyone
///  closed   for `user` with `pass word`, by Basic or Digest
///  secure   for everyone, over TLS; the certificate, for localhost, is `certificate.pem`
/// ```
final class Squid: Sendable {
    let folder: TemporaryFolder
    let openPort: UInt16
    let closedPort: UInt16
    let securePort: UInt16
    private let program: Program
    /// Names its shared memory, which would otherwise be one for all, and belong to whoever started the first.
    private let service: String

    /// The installed program, or `nil`.
    static let path: String? = access("/usr/sbin/squid", X_OK) == 0 ? "/usr/sbin/squid" : nil

    /// Starts it and waits until it responds.
    init(_ path: String) async throws {
        let folder = try TemporaryFolder()
        // Started by root, it and its helpers run as another user, who must be able to read the folder.
        chmod(folder.path, 0o755)
        try await Certificates.make("certificate.pem", "key.pem", in: folder, kind: ["rsa:2048"])
        chmod(folder.file("key.pem"), 0o644)
        let hash = try await Program.run("/usr/bin/openssl", ["passwd", "-apr1", "pass word"]).text
        try folder.write("basic", "user:\(hash)")
        let secret = try await Program.run(
            "/usr/bin/openssl", ["dgst", "-md5", "-r"], input: Array("user:proxy:pass word".utf8)
        ).text.prefix(32)
        try folder.write("digest", "user:proxy:\(secret)\n")
        var log = ""
        for _ in 0..<5 {
            let ports = [freePort(), freePort(), freePort()]
            try folder.write("squid.conf", Self.configuration(folder.path, ports))
            let service = "sockeye\(ports[0])"
            let program = try Program(
                path, ["-N", "-n", service, "-f", folder.file("squid.conf"), "-d", "1"], seconds: 120)
            let ready = "Accepting HTTPS Socket connections"
            log = await program.waitForText(ready, inErrors: true)
            if log.contains(ready) {
                (self.folder, self.program, self.service) = (folder, program, service)
                (openPort, closedPort, securePort) = (ports[0], ports[1], ports[2])
                return
            }
        }
        throw PeerDidNotStart(log: log)
    }

    /// Kills it. A graceful stop takes seconds, and there is nothing to lose.
    func stop() async {
        program.kill()
        _ = await program.finish()
        for part in ["metadata", "queues", "readers"] { unlink("/dev/shm/\(service)-cf__\(part).shm") }
    }

    private static func configuration(_ path: String, _ ports: [UInt16]) -> String {
        """
        http_port 127.0.0.1:\(ports[0]) name=open
        http_port 127.0.0.1:\(ports[1]) name=closed
        https_port 127.0.0.1:\(ports[2]) name=secure tls-cert=\(path)/certificate.pem tls-key=\(path)/key.pem
        auth_param digest program /usr/lib/squid/digest_file_auth -c \(path)/digest
        auth_param digest realm proxy
        auth_param digest children 1
        auth_param basic program /usr/lib/squid/basic_ncsa_auth \(path)/basic
        auth_param basic realm proxy
        auth_param basic children 1
        acl closed myportname closed
        acl known proxy_auth REQUIRED
        http_access deny closed !known
        http_access allow all
        pid_filename none
        access_log none
        cache_log /dev/null
        cache deny all
        cache_mem 0
        memory_cache_shared off
        coredump_dir \(path)
        visible_hostname proxy.test
        pinger_enable off
        netdb_filename none
        via off
        forwarded_for delete

        """
    }
}
