internal import Sockeye

// Options about who is asking.
extension OptionTable {
    static let authenticationRows: [Option] = [
        .flag(
            "anyauth", nil, [.http, .proxy, .auth], "Pick any authentication method",
            """
            Asks first without the password, then answers with the strongest method that the server offers: Digest by \
            SHA-512/256, SHA-256 or MD5, then Basic.
            """
        ) { $0.transfer.authentication.schemes = $1 ? [.basic, .digest] : [.basic] },
        .value(
            "aws-sigv4", nil, "provider1[:provider2[:region[:service]]]", [.auth, .http],
            "Use AWS V4 signature authentication",
            """
            Signs the request with the password of -u, whose user is the access key's ID: "aws:amz" and a region and a \
            service, which otherwise are the second and the first label of the host. Signed are Host, the date, the body \
            and the fields of -H. As later versions of curl do, and 7.88 does not, the query is sorted, the path is \
            encoded as the service wants it, and for "s3" the body's SHA-256 is sent along. For temporary credentials \
            give -H "X-Amz-Security-Token: …".
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.authentication.signature = AWSSignature(parsing: try fieldText(value))
        },
        .flag(
            "basic", nil, [.auth], "HTTP Basic Authentication",
            "Sends the password of -u with the first request, readable by whoever reads the connection. The default."
        ) { if $1 { $0.transfer.authentication.schemes = [.basic] } },
        .control(
            "digest", nil, [.proxy, .auth, .http], "HTTP Digest Authentication",
            """
            Proves the password of -u without sending it, when the server asks for it. Followed by md5, sha1, sha224, \
            sha256, sha384 or sha512 it is not curl's but ours: prints that digest of each body that was fetched whole, \
            in the shape of sha256sum, to standard output, or to standard error when the body went to standard output. \
            For a host of that name, write http://sha256/ instead.
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
            "A URL with a user name ends with exit code 67, in redirects too."
        ) { $0.transfer.authentication.disallowsUserInURL = $1 },
        .flag(
            "netrc", "n", [.auth], "Must read .netrc for username and password",
            "Takes user names and passwords from ~/.netrc, where the URL has none."
        ) { $0.transfer.authentication.readsNetrc = $1 },
        .value(
            "netrc-file", nil, "filename", [.auth], "Specify FILE for netrc",
            "Takes user names and passwords from this file, where the URL has none."
        ) { settings, value throws(OptionFault) in
            settings.transfer.authentication.netrcFile = try value.text()
            settings.transfer.authentication.readsNetrc = true
        },
        .flag(
            "netrc-optional", nil, [.auth], "Use either .netrc or URL",
            "Takes user names and passwords from ~/.netrc where the URL has none."
        ) { $0.transfer.authentication.readsNetrc = $1 },
        .value(
            "oauth2-bearer", nil, "token", [.auth], "OAuth 2 Bearer Token",
            "Sends this token to the server with every request. It is wiped from the process list."
        ) { settings, value throws(OptionFault) in
            settings.transfer.authentication.bearerToken = try fieldText(value)
        },
        .value(
            "user", "u", "user:password", [.important, .auth], "Server user and password",
            """
            The user name and password for the server, and for no other one that a redirect leads to. Without a \
            colon the password is asked for. They are wiped from the process list.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.authentication.user = AuthenticationSettings.user(value.bytes)
        },
    ]
}
