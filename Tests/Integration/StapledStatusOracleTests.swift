import TestSupport
import Testing

/// `--cert-status`, compared with curl, with responses made by `openssl ocsp`.
struct StapledStatusOracleTests {
    @Test(arguments: [("good", 0), ("revoked", 91), ("unknown", 91), ("absent", 91)])
    func sameAsCurl(_ status: String, _ code: Int32) async throws {
        let folder = try TemporaryFolder()
        let root = try await CertificateAuthority(root: "root", in: folder)
        try await root.issue("leaf")
        if status == "revoked" { try await root.revoke("leaf") }
        if status == "unknown" { try root.forget() }
        var options = [
            "-cert", folder.file("leaf.pem"), "-key", folder.file("leaf.key"), "-CAfile", folder.file("root.pem"),
        ]
        if status != "absent" {
            try await root.writeStatus(of: "leaf", to: "status")
            options += ["-status_file", folder.file("status")]
        }
        let server = try await OpenSSLServer(options)
        for program in [SideBySide.curl, SideBySide.sockeye] {
            func fetch(_ flags: [String]) async throws -> Program.Outcome {
                try await Program.run(
                    program,
                    ["-sS", "-m", "20", "--cacert", folder.file("root.pem"), "-o", folder.file("page")] + flags
                        + ["https://localhost:\(server.port)/"], environment: SideBySide.noProxies)
            }
            let asked = try await fetch(["--cert-status"])
            #expect(asked.status == code, "\(program): \(asked.errorText)")
            #expect(((try? folder.read("page")) != nil) == (code == 0))
            #expect(try await fetch([]).status == 0, "without the option, it isn't checked")
            _ = try await Program.run("/bin/rm", ["-f", folder.file("page")])
        }
        await server.stop()
    }
}
