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
