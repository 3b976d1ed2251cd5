/// The groups of `--help CATEGORY`: curl's names, and one for options that curl lacks.
enum OptionCategory: String, CaseIterable, Sendable {
    /// Shown by plain `--help`; not a category to ask for.
    case important
    case auth
    case connection
    case curl
    case dns
    case http
    case misc
    case output
    case post
    case proxy
    case sockeye
    case tls
    case upload
    case verbose

    /// The line beside the name.
    var title: String {
        switch self {
        case .important: "The most used options"
        case .auth: "Different types of authentication methods"
        case .connection: "Low level networking operations"
        case .curl: "The command line tool itself"
        case .dns: "General DNS options"
        case .http: "HTTP and HTTPS protocol options"
        case .misc: "Options that don't fit into any other category"
        case .output: "Filesystem output"
        case .post: "HTTP POST specific options"
        case .proxy: "All options related to proxies"
        case .sockeye: "What sockeye adds to curl's options"
        case .tls: "All TLS related options"
        case .upload: "All options for uploads"
        case .verbose: "Options related to any kind of command line output"
        }
    }
}
