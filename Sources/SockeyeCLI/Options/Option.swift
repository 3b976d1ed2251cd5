/// One row of the option table: everything the program knows about an option.
///
/// Parsing, `-K` files, `--help`, the manual and the shell completions all read these rows; there is no second
/// place to add an option to.
struct Option: Sendable {
    /// The name after `--`.
    let long: String
    /// The letter after `-`, if it has one.
    let short: Character?
    /// Where `--help` lists it; the first category is the one of the manual.
    let categories: [OptionCategory]
    /// One line for `--help`, no stop.
    let summary: String
    /// One paragraph for the manual.
    let manual: String
    /// Whether it may be given several times, each adding to the ones before; otherwise the last one wins.
    let accumulates: Bool
    /// Whether it is on by default, so that its letter and its line in `--help` stand for `--no-NAME`.
    let isOnByDefault: Bool
    /// What it takes and does.
    let effect: OptionEffect

    /// The name that help and the manual show.
    var shownName: String { isOnByDefault ? "no-" + long : long }

    /// What stands for its argument in help, such as `file`.
    var placeholder: String? {
        switch effect {
        case .value(let placeholder, _), .configuration(let placeholder): placeholder
        case .help: "category"
        default: nil
        }
    }

    /// Whether the next argument, or the rest of its cluster, belongs to it.
    var takesArgument: Bool {
        switch effect {
        case .value, .configuration: true
        default: false
        }
    }

    /// Whether `--no-NAME` is accepted.
    var isNegatable: Bool {
        switch effect {
        case .flag, .flagOrWord, .help, .version: true
        default: false
        }
    }
}

/// What an option takes and does.
enum OptionEffect: Sendable {
    /// On by `--name`, off by `--no-name`.
    case flag(@Sendable (inout Settings, Bool) -> Void)
    /// A flag of curl's, unless the next word is one that `take` takes: then it is an option of ours.
    case flagOrWord(
        take: @Sendable (inout Settings, String) -> Bool, set: @Sendable (inout Settings, Bool) -> Void)
    /// Chosen by `--name`; there is no `--no-name`.
    case choice(@Sendable (inout Settings) -> Void)
    /// Takes one argument.
    case value(placeholder: String, @Sendable (inout Settings, OptionValue) throws(OptionFault) -> Void)
    /// Reads more options from a file.
    case configuration(placeholder: String)
    /// The URLs after it have settings of their own.
    case next
    /// Ends the command line: shows help for the category that follows.
    case help
    /// Ends the command line: shows the version.
    case version
}

/// The argument of an option, as bytes: what a shell passes need not be UTF-8, and posted data must stay as it is.
struct OptionValue: Sendable {
    /// The argument.
    let bytes: [UInt8]
    /// How a file named in it is read.
    let readFile: FileReader

    /// The argument as text.
    func text() throws(OptionFault) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalid("its argument is not UTF-8") }
        return text
    }

    /// The bytes of the file `path`, or of standard input for `-`.
    func contents(of path: String) throws(OptionFault) -> [UInt8] {
        do {
            return try readFile(path)
        } catch {
            throw .unreadable(error)
        }
    }
}

/// Reads a whole file; tests give their own.
typealias FileReader = @Sendable (_ path: String) throws(InputError) -> [UInt8]

/// Why an option was refused; the parser adds the option's name as it was written.
enum OptionFault: Error, Equatable, Sendable {
    case isUnknown
    case isAmbiguous
    case isUnsupported
    case requiresParameter
    case isNotBoolean
    case badlyUsed
    case notNumber
    case negativeNumber
    case tooLargeNumber
    case unreadable(InputError)
    /// A scheme that is not spoken here.
    case unsupportedScheme(String)
    /// Anything else, in words that go on from `option --name: `.
    case invalid(String)

    /// The words after `option --name: `; curl's where curl has any.
    var text: String {
        switch self {
        case .isUnknown: "is unknown"
        case .isAmbiguous: "is ambiguous"
        case .isUnsupported: "is an option of curl that sockeye does not support"
        case .requiresParameter: "requires parameter"
        case .isNotBoolean: "used '--no-' for option that isn't a boolean"
        case .badlyUsed: "is badly used here"
        case .notNumber: "expected a proper numerical parameter"
        case .negativeNumber: "expected a positive numerical parameter"
        case .tooLargeNumber: "too large number"
        case .unreadable(let error): "cannot read \(error.path): \(error.reason)"
        case .unsupportedScheme(let scheme): "protocol '\(scheme)' is not supported"
        case .invalid(let text): text
        }
    }

    /// What the program returns.
    var exitCode: ExitCode {
        switch self {
        case .unreadable: .readError
        case .unsupportedScheme: .unsupportedProtocol
        default: .failedInitialization
        }
    }
}

/// A command line that cannot be carried out.
struct OptionError: Error, Equatable, Sendable {
    /// What the program returns.
    var exitCode: ExitCode
    /// One line, without the program's name; `nil` when the hint at `--help` says enough.
    var message: String?
    /// Where `--stderr` had sent messages before it.
    var errorFile: String?

    /// What goes to standard error.
    var text: String {
        (message.map { Message.plain($0) } ?? "") + Message.helpHint
    }
}

/// The groups of `--help CATEGORY`: curl's names, and one for what curl lacks.
enum OptionCategory: String, CaseIterable, Sendable {
    /// Shown by plain `--help`; no category of its own.
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
