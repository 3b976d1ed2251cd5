internal import SockeyeIO

/// One row of the option table: everything the program knows about an option.
///
/// Parsing, `-K` files, `--help`, the manual and the shell completions all read these rows, so a new option is added
/// only here.
struct Option: Sendable {
    /// The name after `--`.
    let long: String
    /// The letter after `-`, if it has one.
    let short: Character?
    /// The categories of `--help` that list it.
    let categories: [OptionCategory]
    /// One line for `--help`, without a full stop.
    let summary: String
    /// One paragraph for the manual.
    let manual: String
    /// Whether repeated uses add up; otherwise the last one wins.
    let accumulates: Bool
    /// Whether it is on by default, so that its letter and its line in `--help` mean `--no-NAME`.
    let isOnByDefault: Bool
    /// Its argument and effect.
    let effect: OptionEffect

    /// The name that help and the manual show.
    var shownName: String { isOnByDefault ? "no-" + long : long }

    /// The placeholder for its argument in help, such as `file`.
    var placeholder: String? {
        switch effect {
        case .value(let placeholder, _), .configuration(let placeholder): placeholder
        case .help: "category"
        default: nil
        }
    }

    /// Whether the next word, or the rest of its cluster, is its argument.
    var takesArgument: Bool {
        switch effect {
        case .value, .configuration: true
        default: false
        }
    }

    /// Whether `--no-NAME` is accepted.
    var isNegatable: Bool {
        switch effect {
        case .flag, .flagOrWord, .help, .show: true
        default: false
        }
    }
}

/// An option's argument and effect.
enum OptionEffect: Sendable {
    /// On by `--name`, off by `--no-name`.
    case flag(@Sendable (inout Settings, Bool) -> Void)
    /// A flag of curl's, unless `take` accepts the next word: then it is our own option.
    case flagOrWord(
        take: @Sendable (inout Settings, String) -> Bool, set: @Sendable (inout Settings, Bool) -> Void)
    /// Chosen by `--name`; there is no `--no-name`.
    case choice(@Sendable (inout Settings) -> Void)
    /// Takes one argument.
    case value(placeholder: String, @Sendable (inout Settings, OptionValue) throws(OptionFault) -> Void)
    /// Reads more options from a file.
    case configuration(placeholder: String)
    /// Starts separate settings for the URLs after it.
    case next
    /// Stops reading the command line and shows help for the category that follows.
    case help
    /// Stops reading the command line and shows the version or the manual.
    case show(Settings.Action)
}

/// The argument of an option, as bytes: it need not be UTF-8, and posted data must stay unchanged.
struct OptionValue: Sendable {
    /// The argument.
    let bytes: [UInt8]
    /// Reads a file named in it.
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

/// Reads the files that options name; tests inject their own.
struct FileReader: Sendable {
    private let read: @Sendable (_ path: String, _ deadline: Deadline) throws(InputError) -> [UInt8]
    /// Told what was read otherwise; `nil` if the files aren't the system's.
    let note: (@Sendable (_ path: String, _ bytes: [UInt8]) -> Void)?
    /// How long a file that is a pipe may take (`-m`).
    var maximumTime: Duration?

    init(
        note: (@Sendable (_ path: String, _ bytes: [UInt8]) -> Void)? = nil,
        _ read: @escaping @Sendable (_ path: String) throws(InputError) -> [UInt8]
    ) {
        self.init(note: note) { path, _ throws(InputError) in try read(path) }
    }

    init(
        note: (@Sendable (_ path: String, _ bytes: [UInt8]) -> Void)?,
        waiting read: @escaping @Sendable (_ path: String, _ deadline: Deadline) throws(InputError) -> [UInt8]
    ) {
        (self.note, self.read) = (note, read)
    }

    /// The system's files. What can be read only once is kept for the requests that follow.
    static let system = FileReader(note: { _, _ in }) { path, deadline throws(InputError) in
        try SpentInput.read(path, until: deadline)
    }

    /// All bytes of a file, or of standard input for `-`.
    func callAsFunction(_ path: String) throws(InputError) -> [UInt8] { try read(path, deadline) }

    /// By when a file that is a pipe must have been written.
    var deadline: Deadline { maximumTime.map { .after($0) } ?? .never }
}

/// Why an option was refused; the parser adds the option's name as written.
enum OptionFault: Error, Equatable, Sendable {
    /// With the name that may be meant.
    case isUnknown(nearest: String?)
    /// With the names that it may stand for.
    case isAmbiguous([String])
    case isUnsupported
    /// An option of another program, with what to write here.
    case isForeign(String)
    case requiresParameter
    case isNotBoolean
    case notNumber
    case negativeNumber
    case tooLargeNumber
    case unreadable(InputError)
    /// A scheme that isn't supported.
    case unsupportedScheme(String)
    /// Something in a file of options, in words.
    case inFile(String)
    /// A part of an argument that curl finds malformed only when it connects, in the same words.
    case malformed(String)
    /// Anything else, in words that follow `option --name: `.
    case invalid(String)

    /// The words after `option --name: `, curl's where it has any.
    var text: String {
        switch self {
        case .isUnknown(nil): "is unknown"
        case .isUnknown(let nearest?): "is unknown: is --\(nearest) meant?"
        case .isAmbiguous(let names): "is ambiguous: \(Self.listed(names))"
        case .isUnsupported: "is an option of curl that sockeye does not support"
        case .requiresParameter: "requires parameter"
        case .isNotBoolean: "used '--no-' for option that isn't a boolean"
        case .notNumber: "expected a proper numerical parameter"
        case .negativeNumber: "expected a positive numerical parameter"
        case .tooLargeNumber: "too large number"
        case .unreadable(let error): error.text
        case .unsupportedScheme(let scheme): "protocol '\(scheme)' is not supported"
        case .invalid(let text), .malformed(let text), .inFile(let text), .isForeign(let text): text
        }
    }

    /// The first names, since an abbreviation of one letter stands for dozens.
    private static func listed(_ names: [String]) -> String {
        let most = 5
        let more = names.count > most ? " or \(names.count - most) more" : ""
        return names.prefix(most).map { "--\($0)" }.joined(separator: ", ") + more
    }

    /// The program's exit code.
    var exitCode: ExitCode {
        switch self {
        case .unreadable(let error): error.exitCode
        case .inFile: .readError
        case .unsupportedScheme: .unsupportedProtocol
        case .malformed: .setOptionSyntax
        default: .failedInitialization
        }
    }
}

/// An invalid command line.
struct OptionError: Error, Equatable, Sendable {
    /// The program's exit code.
    var exitCode: ExitCode
    /// One line, without the program's name; `nil` if the hint about `--help` is enough.
    var message: String?
    /// The file of a `--stderr` that came before the error.
    var errorFile: String?

    /// The text for standard error.
    var text: String {
        (message.map { Message.plain($0) } ?? "") + Message.helpHint
    }
}

/// The groups of `--help CATEGORY`: curl's names, and one for options that curl lacks.
enum OptionCategory: String, CaseIterable, Sendable {
    /// Shown by plain `--help`; not a category of its own.
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
