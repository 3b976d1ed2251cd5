// Options about stores of users and passwords.
extension OptionTable {
    static let credentialRows: [Option] = [
        .value(
            "user-from", nil, "netrc:file|file:path|desktop", [.sockeye, .auth], "Take user and password from a store",
            """
            Take the user and password of the URL's origin from a store, unless -u, the URL or -H Authorization gives them: a netrc \
            file, an encrypted file, or the desktop's Secret Service (GNOME Keyring, KWallet …), which may ask to be unlocked. \
            With -u USER and no password, the one of that user. The passphrase of an encrypted file is $SOCKEYE_PASSPHRASE, of \
            all of them if there are several; without it, each file's is asked for once. Nothing found is an error, exit code \
            67. A file that other users could read (netrc) or write (either) gives a warning. --save-user puts one in.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.authentication.store = try CredentialPlace(try value.text())
        },
        .value(
            "save-user", nil, "netrc:file|file:path|desktop", [.sockeye, .auth],
            "Keep the user and password in a store",
            """
            Fetch nothing; keep the user and password of -u for the origin of each URL in the store, for --user-from. A password \
            that is not given is asked for. A netrc file knows hosts without ports: --user-from offers the user to all of them. A new encrypted file gets the passphrase, which is asked for twice. A file of another user is refused.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.authentication.store = try CredentialPlace(try value.text())
            settings.action = .saveUser
        },
        .value(
            "forget-user", nil, "netrc:file|file:path|desktop", [.sockeye, .auth], "Remove the user from a store",
            "Fetch nothing; remove the user of -u from the store, for the origin of each URL. Exit code 67 if there was none."
        ) { settings, value throws(OptionFault) in
            settings.transfer.authentication.store = try CredentialPlace(try value.text())
            settings.action = .forgetUser
        },
    ]
}
