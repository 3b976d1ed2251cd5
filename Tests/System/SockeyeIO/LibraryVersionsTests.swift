import SockeyeIO
import Testing

struct LibraryVersionsTests {
    @Test("Each library that is here has a name and a version")
    func versions() {
        let versions = libraryVersions()
        #expect(versions.first?.hasPrefix("OpenSSL/3.") == true, "\(versions)")
        #expect(versions.dropFirst().first?.hasPrefix("zlib/1.") == true, "\(versions)")
        for version in versions {
            let parts = version.split(separator: "/")
            #expect(parts.count == 2 && parts[1].first?.isNumber == true, "\(version)")
        }
    }
}
