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
    case tooLongTime
    case unreadable(InputError)
    /// `--next` before any URL.
    case comesFirst
    /// A scheme that isn't supported.
    case unsupportedScheme(String)
    /// Something in a file of options, in words.
    case inFile(String)
    /// Something in the file of a public key, in words.
    case unusablePin(String)
    /// A part of an argument that curl finds malformed only when it connects, in the same words.
    case malformed(String)
    /// Anything else, in words that follow `option --name: `.
    case invalid(String)

    /// A name or the like that has no character.
    static func empty(_ what: String) -> OptionFault { .invalid("the \(what) is empty") }

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
        case .tooLargeNumber, .tooLongTime: "too large number"
        case .unreadable(let error): error.text
        case .comesFirst: "comes before any URL: write it between two URLs"
        case .unsupportedScheme(let scheme): "protocol '\(scheme)' is not supported"
        case .invalid(let text), .malformed(let text), .inFile(let text), .isForeign(let text), .unusablePin(let text):
            text
        }
    }

    /// The message about an option as written. Called as curl, it is curl's where that has other words.
    func message(about option: String, as surface: CommandSurface) -> String {
        switch self {
        case .tooLongTime where surface == .curl: "option \(option): \(OptionFault.notNumber.text)"
        case .comesFirst where surface == .curl: "missing URL before --next"
        case .isNotBoolean where surface == .curl:
            "option \(option): the given option cannot be reversed with a --no- prefix"
        case .unreadable where surface == .curl && ["-K", "--config"].contains(option):
            "option \(option): error encountered when reading a file"
        default: "option \(option): \(text)"
        }
    }

    /// The first names, since an abbreviation of one letter stands for dozens.
    private static func listed(_ names: [String]) -> String {
        let most = 5
        let more = names.count > most ? " or \(names.count - most) more" : ""
        return names.prefix(most).map { "--\($0)" }.joined(separator: ", ") + more
    }

    /// The same, or curl's: a bad line of a file is a bad command line to it, and a pin that it can't read matches no key.
    func exitCode(as surface: CommandSurface) -> ExitCode {
        switch self {
        case .inFile where surface == .curl: .failedInitialization
        case .unusablePin where surface == .curl: .pinnedKeyMismatch
        default: exitCode
        }
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
    /// A line that comes before, as in curl.
    var preface: String?

    /// The text for standard error. As in curl, there the hint follows only what an option lacks.
    func text(as surface: CommandSurface) -> String {
        guard var message else { return Message.helpHint(as: surface) }
        if surface == .curl, message.hasPrefix("You can only select") { return Message.warning(message, as: surface) }
        if surface == .curl, message.hasSuffix(Self.exclusion) {
            message.removeLast(Self.exclusion.count)
            message = message.replacing(" and ", with: " is mutually exclusive with ")
        }
        let isHinted = surface == .sockeye || message.hasPrefix("option ") || message == Self.noURL
        if surface == .curl, message == Self.noURL { message = "(2) no URL specified" }
        return (preface.map { Message.plain($0, as: surface) } ?? "") + Message.plain(message, as: surface)
            + (isHinted ? Message.helpHint(as: surface) : "")
    }
}

extension OptionError {
    /// A wrong command line.
    init(_ message: String) { self.init(exitCode: .failedInitialization, message: message) }

    /// Options that exclude each other.
    static func excluding(_ options: String) -> OptionError { OptionError(options + exclusion) }

    private static let exclusion = " exclude each other"
    static let noURL = "no URL specified!"
}
