internal import Sockeye
internal import SockeyeClient

// Options about authentication.
extension OptionTable {
    static let authenticationRows: [Option] = [
        .flag(
            "anyauth", nil, [.http, .proxy, .auth], "Pick any authentication method",
            """
            Ask without the password first, then answer with the strongest method the server offers: Digest with \
            SHA-512/256, SHA-256 or MD5, then Basic.
            """
        ) { $0.transfer.authentication.schemes = $1 ? [.basic, .digest] : [.basic] },
        .value(
            "aws-sigv4", nil, "provider1[:provider2[:region[:service]]]", [.auth, .http],
            "Use AWS V4 signature authentication",
            """
            Sign the request with -u: the user is the access key ID, the password the secret key. After "aws:amz", \
            give a region and a service; they default to the second and the first label of the host. The signature \
            covers Host, the date, the body and the headers of -H. As in versions of curl later than 7.88, the query \
            is sorted, the path is encoded as the service expects, and for "s3" the body's SHA-256 is sent too. For \
            temporary credentials, add -H "X-Amz-Security-Token: …".
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.authentication.signature = AWSSignature(parsing: try fieldText(value))
        },
        .flag(
            "basic", nil, [.auth], "HTTP Basic Authentication",
            """
            Send the password of -u with the first request, readable by anyone who can read the connection. This is \
            the default. With --digest before it, the server is asked first which of the two it takes.
            """
        ) { if $1 { $0.transfer.authentication.schemes.insert(.basic) } },
        .control(
            "digest", nil, [.proxy, .auth, .http], "HTTP Digest Authentication; with sha256, the body's digest",
            """
            Prove knowledge of the -u password without sending it, when the server asks for it. Followed by md5, sha1, \
            sha224, sha256, sha384 or sha512, it does what curl has no option for: print that digest of each \
            completely fetched body, in the format of sha256sum, to standard output, or to standard error if the body \
            went to standard output. For a host of that name, write http://sha256/.
            """,
            effect: .flagOrWord(
                take: { settings, word in
                    guard let algorithm = Digest.Algorithm(rawValue: word) else { return false }
                    settings.transfer.parsing.digest = algorithm
                    return true
                }, set: { $0.transfer.authentication.schemes = $1 ? [.digest] : [.basic] })
        ),
        .flag(
            "disallow-username-in-url", nil, [.curl], "Disallow username in URL",
            "Exit with code 67 if a URL contains a user name, in redirects too."
        ) { $0.transfer.authentication.disallowsUserInURL = $1 },
        .flag(
            "netrc", "n", [.auth], "Must read .netrc for username and password",
            """
            Take user names and passwords from $NETRC or ~/.netrc where the URL has none. Exit with code 26 if it cannot \
            be read, or if an entry lacks a value, has two logins or passwords, or has a quote that its line doesn't close.
            """
        ) { $0.transfer.authentication.readsNetrc = $1 },
        .value(
            "netrc-file", nil, "filename", [.auth], "Specify FILE for netrc",
            "Take user names and passwords from this file where the URL has none."
        ) { settings, value throws(OptionFault) in
            settings.transfer.authentication.netrcFile = try value.text()
            settings.transfer.authentication.readsNetrc = true
        },
        .flag(
            "netrc-optional", nil, [.auth], "Use either .netrc or URL",
            "Like --netrc, but the file need not exist."
        ) {
            $0.transfer.authentication.readsNetrc = $1
            $0.transfer.authentication.isNetrcOptional = $1
        },
        .value(
            "oauth2-bearer", nil, "token", [.auth], "OAuth 2 Bearer Token",
            "Send this token to the server with every request. It is wiped from the process list."
        ) { settings, value throws(OptionFault) in
            guard !value.bytes.isEmpty else { throw .invalid("the token is empty") }
            settings.transfer.authentication.bearerToken = try fieldText(value)
        },
        .value(
            "user", "u", "user:password", [.important, .auth], "Server user and password",
            """
            Use this user name and password for the server, but not for others that it redirects to. Without a colon, \
            the password is asked for. Both are wiped from the process list.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.authentication.user = AuthenticationSettings.user(value.bytes)
        },
    ]
}
