import SockeyeClient
import Testing

/// No machine gets another's login: a value is never the word that begins another entry, and stands only once in one.
struct NetrcFaultTests {
    @Test(
        "A number sign in a value is a character",
        arguments: [
            ("machine h login u password #secret\nmachine g login other password OTHER", "u", "#secret"),
            ("machine h login #u password p\nmachine g login o password O", "#u", "p"),
            ("machine h login u password #\nmachine g login o password O", "u", "#"),
            ("machine h account #x login u password p", "u", "p"),
            ("machine h login u password a#b # a comment", "u", "a#b"),
            ("machine h # login no\n login u # password no\n\tpassword p", "u", "p"),
            ("machine h login login password password", "login", "password"),
            ("machine h login u password default", "u", "default"),
            ("machine h login u password \"\"\nmachine g login o password O", "u", ""),
            ("machine h login \"login\" account a password p", "login", "p"),
            ("machine h login u password p\r\nmachine g login o password O\r\n", "u", "p"),
            ("\u{FEFF}machine h login u password p", "u", "p"), ("\u{FEFF}# c\nmachine h login u password p", "u", "p"),
            ("machine\nh\nlogin\n\nu\r\npassword\r\n p\n", "u", "p"), ("machine h login u password\n \"p\"", "u", "p"),
            ("machine h port 443 login u password p", "u", "p"),
            ("machine h login u\nmachine h login o password O\nmachine h login u password p", "u", "p"),
            ("machine h login u\nmachine h login o password O", "u", ""),
            ("machine h login u password p\nmachine h login u", "u", "p"),
            ("machine h login u\ndefault login u password P", "u", ""),
            ("machine h login u\nMachine g password secret", "u", ""), ("MACHINE h LOGIN u Password p", "u", "p"),
            ("machine h login u\nDEFAULT password secret", "u", ""),
        ])
    func values(text: String, user: String, password: String) {
        let netrc = Netrc(parsing: text)
        #expect(netrc.fault == nil)
        #expect(netrc.credential(forHost: "h") == .password(user: user, password))
    }

    @Test(
        "A value left out, and a second one, are faults; the entry gives nobody's password",
        arguments: [
            ("machine h login u password\nmachine g login o password O", 1, "no value follows 'password'"),
            ("machine h login\nmachine g login o password O", 1, "no value follows 'login'"),
            ("machine h login u\n password\n\n# c\ndefault login o password O", 2, "no value follows 'password'"),
            ("machine h login u password # to do\nmachine g login o", 1, "no value follows 'password'"),
            ("machine h login u account\r\nmachine g\r\n login o\r\n password O", 1, "no value follows 'account'"),
            ("machine h login u password", 1, "no value follows 'password'"),
            ("machine h login u\npassword\n  #secret", 2, "no value follows 'password'"),
            ("machine\nmachine g login o password O", 1, "no value follows 'machine'"),
            ("machine h login password p", 1, "no value follows 'login'"),
            ("machine login u password p", 1, "no value follows 'machine'"),
            ("machine h password login u", 1, "no value follows 'password'"),
            ("machine h login machine g login o password O", 1, "no value follows 'login'"),
            ("machine h login u password default login o password O", 1, "a second 'login'"),
            ("machine h login u password p\nlogin o", 2, "a second 'login'"),
            ("machine h login u password p password P", 1, "a second 'password'"),
            ("default login u\n\nlogin o", 3, "a second 'login'"),
            ("machine h login \"u", 1, "a quoted word"),
            ("\u{FF}\u{FE}m\0a\0c\0h\0i\0n\0e\0", 1, "the file is in UTF-16"),
            ("m\0a\0c\0", 1, "the file is in UTF-16"),
        ])
    func faults(text: String, line: Int, beginning: String) throws {
        let octets = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        let before = Array("machine first login f password F\n".utf8)
        let fault = try #require(Netrc(parsing: octets).fault)
        #expect(fault.line == line && fault.description.hasPrefix(beginning), "\(fault)")
        // Wherever the fault is, no value goes astray; what stands before it is read.
        for file in [octets, before + octets] {
            let netrc = Netrc(parsing: file)
            for host in ["h", "g", "login", ""] {
                let found = netrc.credential(forHost: host)
                #expect(found == nil, "\(host)")
            }
        }
        if octets.count > 1, octets[1] != 0, octets[0] != 0xFF {
            #expect(Netrc(parsing: before + octets).credential(forHost: "first") == .password(user: "f", "F"))
        }
        // A recording of the run fails as the run does.
        #expect(Netrc(parsing: Netrc.masked(octets)).fault == fault)
    }

    @Test(
        "Whatever may be a part of a password is masked",
        arguments: [
            ("machine h password my secret login u", "machine h password xx xxxxxx login u"),
            ("machine h password #S3", "machine h password xxx"), ("machine h login u S3", "machine h login u xx"),
            ("\u{FEFF}machine h password p", "\u{FEFF}machine h password x"),
        ])
    func masks(text: String, masked: String) {
        #expect(String(decoding: Netrc.masked(Array(text.utf8)), as: UTF8.self) == masked)
    }

    @Test("An entry is added behind a byte order mark")
    func mark() {
        var netrc = Netrc(parsing: "\u{FEFF}# mine\n")
        let isAdded = netrc.add(host: "h", user: Array("u".utf8), password: Array("#p".utf8))
        #expect(isAdded && netrc.octets.starts(with: "\u{FEFF}machine".utf8))
        #expect(Netrc(parsing: netrc.octets).credential(forHost: "h") == .password(user: "u", "#p"))
    }
}
