internal import Sockeye
internal import SockeyeClient
internal import SockeyeIO

// Options about authentication, and stores of users and passwords.
extension OptionTable {
    static let authenticationRows: [Option] = [
        Option(
            "anyauth", nil, [.http, .proxy, .auth], "Pick any authentication method",
            """
            Ask without the password first, then answer with the strongest method the server offers: Negotiate where there is \
            a ticket for it, Digest with SHA-512/256, SHA-256 or MD5, then Basic.
            """, .flag { $0.transfer.authentication.schemes = $1 ? [.basic, .digest, .negotiate] : [.basic] }),
        Option(
            "aws-sigv4", nil, [.auth, .http], "Use AWS V4 signature authentication",
            """
            Sign the request with -u: the user is the access key ID, the password the secret key. After "aws:amz", \
            give a region and a service; they default to the second and the first label of the host. The signature \
            covers Host, the date, the body and the headers of -H. As in versions of curl later than 7.88, the query \
            is sorted, the path is encoded as the service expects, and for "s3" the body's SHA-256 is sent too. For \
            temporary credentials, add -H "X-Amz-Security-Token: …".
            """,
            .parsed("provider1[:provider2[:region[:service]]]", fieldText) {
                $0.transfer.authentication.signature = AWSSignature(parsing: $1)
            }),
        Option(
            "basic", nil, [.auth], "HTTP Basic Authentication",
            """
            Send the password of -u with the first request, readable by anyone who can read the connection. This is \
            the default. With --digest before it, the server is asked first which of the two it takes.
            """, .flag { if $1 { $0.transfer.authentication.schemes.insert(.basic) } }),
        Option(
            "delegation", nil, [.auth], "GSS-API delegation permission",
            """
            Whether a server or proxy may act as you with the ticket of --negotiate or --proxy-negotiate: never, the default, if \
            the realm trusts it with that (policy), or always.
            """,
            .value("none|policy|always") { settings, value throws(OptionFault) in
                let levels: [String: SecurityContext.Delegation] = [
                    "none": .never, "policy": .byPolicy, "always": .always,
                ]
                let level = levels[try value.text().lowercased()]
                let fault = "unrecognized delegation method '\(try value.text())', using none"
                settings.warnings += level == nil ? [fault] : []
                settings.transfer.authentication.delegation = level ?? .never
            }),
        Option(
            "digest", nil, [.proxy, .auth, .http], "HTTP Digest Authentication; with sha256, the body's digest",
            """
            Prove knowledge of the -u password without sending it, when the server asks for it. Followed by md5, sha1, \
            sha224, sha256, sha384 or sha512, it does what curl has no option for: print that digest of each \
            completely fetched body, in the format of sha256sum, to standard output, or to standard error if the body \
            went to standard output. For a host of that name, write http://sha256/.
            """,
            .flagOrWord(
                take: { settings, word in
                    guard let algorithm = Digest.Algorithm(rawValue: word) else { return false }
                    settings.transfer.parsing.digest = algorithm
                    return true
                },
                set: {
                    let ticket = $0.transfer.authentication.schemes.intersection(.negotiate)
                    $0.transfer.authentication.schemes = $1 ? ticket.union(.digest) : [.basic]
                })),
        Option(
            "disallow-username-in-url", nil, [.curl], "Disallow username in URL",
            "Exit with code 67 if a URL contains a user name, in redirects too.",
            .flag { $0.transfer.authentication.disallowsUserInURL = $1 }),
        Option(
            "negotiate", nil, [.auth, .http], "Use HTTP Negotiate (SPNEGO) authentication",
            """
            Send the server a ticket of Kerberos, which kinit gets, and check what it proves itself with. Needs -u : beside it, whose \
            user and password aren't used, and the system's libgssapi_krb5. Without a ticket, the request is sent without one. What \
            the server sends with a bad proof isn't written. NTLM isn't spoken.
            """, .flag { $0.transfer.authentication.schemes.allowNegotiate($1) }),
        Option(
            "netrc", "n", [.auth], "Must read .netrc for username and password",
            """
            Take user names and passwords from $NETRC or ~/.netrc where the URL has none. Exit with code 26 if it cannot \
            be read, or if an entry lacks a value, has two logins or passwords, or has a quote that its line doesn't close.
            """, .flag { $0.transfer.authentication.readsNetrc = $1 }),
        Option(
            "netrc-file", nil, [.auth], "Specify FILE for netrc",
            "Take user names and passwords from this file where the URL has none. An empty name is for no file.",
            .text("filename") {
                $0.transfer.authentication.netrcFile = $1
                $0.transfer.authentication.readsNetrc = true
            }),
        Option(
            "netrc-optional", nil, [.auth], "Use either .netrc or URL",
            "Like --netrc, but the file need not exist.",
            .flag { ($0.transfer.authentication.readsNetrc, $0.transfer.authentication.isNetrcOptional) = ($1, $1) }),
        Option(
            "oauth2-bearer", nil, [.auth], "OAuth 2 Bearer Token",
            "Send this token to the server with every request. It is wiped from the process list.",
            .value("token") { settings, value throws(OptionFault) in
                guard !value.bytes.isEmpty else { throw .invalid("the token is empty") }
                settings.transfer.authentication.bearerToken = try fieldText(value)
            }),
        Option(
            "service-name", nil, [.misc], "SPNEGO service name",
            "Ask for the ticket of --negotiate for this service at the server's host; HTTP is the default.",
            .text("name") { $0.transfer.authentication.serviceName = $1 }),
        Option(
            "user", "u", [.important, .auth], "Server user and password",
            """
            Use this user name and password for the server, but not for others that it redirects to. Without a colon, \
            the password is asked for. Both are wiped from the process list.
            """, .value("user:password") { $0.transfer.authentication.user = AuthenticationSettings.user($1.bytes) }),
        Option(
            "user-from", nil, [.sockeye, .auth], "Take user and password from a store",
            """
            Take the user and password of the URL's origin from a store, unless -u, the URL or -H Authorization gives them: a netrc \
            file, an encrypted file, or the desktop's Secret Service (GNOME Keyring, KWallet …), which may ask to be unlocked. \
            With -u USER and no password, the one of that user. The passphrase of an encrypted file is $SOCKEYE_PASSPHRASE, of \
            all of them if there are several; without it, each file's is asked for once. Nothing found is an error, exit code \
            67. A file that other users could read (netrc) or write (either) gives a warning. --save-user puts one in.
            """,
            .parsedText("netrc:file|file:path|desktop", CredentialPlace.init) { $0.transfer.authentication.store = $1 }),
        Option(
            "save-user", nil, [.sockeye, .auth], "Keep the user and password in a store",
            """
            Fetch nothing; keep the user and password of -u for the origin of each URL in the store, for --user-from. A password \
            that is not given is asked for. A netrc file knows hosts without ports: --user-from offers the user to all of them. A new encrypted file gets the passphrase, which is asked for twice. A file of another user is refused. \
            If the store's file can't be written, the exit code is 23.
            """,
            .parsedText("netrc:file|file:path|desktop", CredentialPlace.init) {
                ($0.transfer.authentication.store, $0.action) = ($1, .saveUser)
            }),
        Option(
            "forget-user", nil, [.sockeye, .auth], "Remove the user from a store",
            "Fetch nothing; remove the user of -u from the store, for the origin of each URL. Exit code 67 if there was none.",
            .parsedText("netrc:file|file:path|desktop", CredentialPlace.init) {
                ($0.transfer.authentication.store, $0.action) = ($1, .forgetUser)
            }),
    ]
}
