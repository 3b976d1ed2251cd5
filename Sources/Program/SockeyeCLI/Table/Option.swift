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
    /// Whether repeated uses add up; otherwise the last one wins.
    let accumulates: Bool
    /// Whether it is on by default, so that its letter and its line in `--help` mean `--no-NAME`.
    let isOnByDefault: Bool
    /// One line for `--help`, without a full stop.
    let summary: String
    /// One paragraph for the manual.
    let manual: String
    /// Its argument and effect.
    let effect: OptionEffect

    init(
        _ long: String, _ short: Character?, _ categories: [OptionCategory], accumulates: Bool = false,
        isOnByDefault: Bool = false, _ summary: String, _ manual: String, _ effect: OptionEffect
    ) {
        (self.long, self.short, self.categories) = (long, short, categories)
        (self.accumulates, self.isOnByDefault) = (accumulates, isOnByDefault)
        (self.summary, self.manual, self.effect) = (summary, manual, effect)
    }

    /// The name that help and the manual show.
    var shownName: String { isOnByDefault ? "no-" + long : long }

    /// Whether curl has no such option.
    var isOwn: Bool { categories.contains(.sockeye) }

    /// The placeholder for its argument in help, such as `file`.
    var placeholder: String? {
        switch effect {
        case .value(let name, _), .text(let name, _), .count(let name, _), .seconds(let name, _), .size(let name, _),
            .configuration(let name):
            name
        case .help: "category"
        case .flag, .flagOrWord, .choice, .next, .show: nil
        }
    }

    /// Whether the next word, or the rest of its cluster, is its argument.
    var takesArgument: Bool { if case .help = effect { false } else { placeholder != nil } }

    /// Whether `--no-NAME` is accepted.
    var isNegatable: Bool {
        switch effect {
        case .flag, .flagOrWord, .help, .show: true
        default: false
        }
    }
}

/// An option's argument, by its placeholder, and effect.
enum OptionEffect: Sendable {
    /// On by `--name`, off by `--no-name`.
    case flag(@Sendable (inout Settings, Bool) -> Void)
    /// A flag of curl's, unless `take` accepts the next word: then it is our own option.
    case flagOrWord(take: @Sendable (inout Settings, String) -> Bool, set: @Sendable (inout Settings, Bool) -> Void)
    /// Chosen by `--name`; there is no `--no-name`.
    case choice(@Sendable (inout Settings) -> Void)
    /// Takes an argument of any kind.
    case value(String, @Sendable (inout Settings, OptionValue) throws(OptionFault) -> Void)
    /// Takes a text.
    case text(String, @Sendable (inout Settings, String) -> Void)
    /// Takes a number that isn't negative.
    case count(String, @Sendable (inout Settings, Int) -> Void)
    /// Takes a time; `nil` for 0.
    case seconds(String, @Sendable (inout Settings, Duration?) -> Void)
    /// Takes a number of bytes; `nil` for 0.
    case size(String, @Sendable (inout Settings, Int64?) -> Void)
    /// Reads more options from a file.
    case configuration(String)
    /// Starts separate settings for the URLs after it.
    case next
    /// Stops reading the command line and shows help for the category that follows.
    case help
    /// Stops reading the command line and shows the version or the manual.
    case show(Settings.Action)

    /// Lets an argument have its effect.
    func take(_ value: OptionValue, into settings: inout Settings) throws(OptionFault) {
        switch self {
        case .value(_, let take): try take(&settings, value)
        case .text(_, let take): take(&settings, try value.text())
        case .count(_, let take): take(&settings, try NumberArgument.count(value))
        case .seconds(_, let take): take(&settings, try NumberArgument.seconds(value))
        case .size(_, let take): take(&settings, try NumberArgument.size(value))
        case .flag, .flagOrWord, .choice, .configuration, .next, .help, .show: break
        }
    }
}

extension OptionEffect {
    /// Takes what its argument stands for.
    static func parsed<Value>(
        _ placeholder: String, _ parse: @escaping @Sendable (OptionValue) throws(OptionFault) -> Value,
        _ take: @escaping @Sendable (inout Settings, Value) -> Void
    ) -> OptionEffect {
        .value(placeholder) { settings, value throws(OptionFault) in take(&settings, try parse(value)) }
    }

    /// Takes what its argument stands for, which is a text.
    static func parsedText<Value>(
        _ placeholder: String, _ parse: @escaping @Sendable (String) throws(OptionFault) -> Value,
        _ take: @escaping @Sendable (inout Settings, Value) -> Void
    ) -> OptionEffect {
        .value(placeholder) { settings, value throws(OptionFault) in take(&settings, try parse(try value.text())) }
    }

    /// Takes the name of a file.
    static func file(
        _ placeholder: String, _ take: @escaping @Sendable (inout Settings, String) -> Void
    ) -> OptionEffect {
        .parsed(placeholder, { value throws(OptionFault) in try value.nameOfFile() }, take)
    }

    /// Takes one of a few words.
    static func word<Word: RawRepresentable & CaseIterable & SendableMetatype>(
        _ placeholder: String, _ take: @escaping @Sendable (inout Settings, Word) -> Void
    ) -> OptionEffect where Word.RawValue == String {
        .value(placeholder) { settings, value throws(OptionFault) in take(&settings, try value.word()) }
    }
}
