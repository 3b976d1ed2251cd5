import Glibc
import SockeyeTesting
import TestSupport
import Testing

/// A file that something is mounted on, as `docker run -v FILE:FILE` does: no other file can take its name.
@Suite(
    .enabled(
        if: geteuid() == 0 && access("/usr/bin/unshare", X_OK) == 0,
        "mount namespaces need root and unshare"))
struct MountedFileTests {
    @Test(arguments: ["/cached", "/cut"])
    func isWrittenOver(_ path: String) async throws {
        let server = try await LoopbackServer.start { request in
            var reply = LoopbackReply.text("new")
            if request.path == "/cut" { reply.fields = [.init("Content-Length", "9")] }
            return reply
        }
        let folder = try TemporaryFolder()
        try folder.write("mounted", "longer than new")
        try folder.write("place", "")
        let outcome = try await Program.run(
            "/usr/bin/unshare",
            [
                "-m", "/bin/sh", "-c",
                #"mount --bind "$1/mounted" "$1/place" && exec "$0" -sS -m 2 --retry 0 -o "$1/place" "$2""#,
                SideBySide.sockeye, folder.path, server.url(path),
            ], seconds: 60)
        let isCut = path == "/cut"
        #expect((outcome.status == 0) == !isCut, "\(outcome.errorText)")
        #expect(try folder.read("mounted") == Array((isCut ? "longer than new" : "new").utf8))
        #expect(folder.permissions(of: "place.part") == nil || isCut)
        await server.stop()
    }
}
