// Constructors for rows of the table, with the closure last.
extension Option {
    /// A boolean: `--name` switches it on, `--no-name` off.
    static func flag(
        _ long: String,
        _ short: Character? = nil,
        _ categories: [OptionCategory],
        _ summary: String,
        _ manual: String,
        set: @escaping @Sendable (inout Settings, Bool) -> Void
    ) -> Option {
        row(long, short, categories, summary, manual, effect: .flag(set))
    }

    /// A boolean that is on by default: its letter and `--no-name` switch it off.
    static func onByDefault(
        _ long: String,
        _ short: Character? = nil,
        _ categories: [OptionCategory],
        _ summary: String,
        _ manual: String,
        set: @escaping @Sendable (inout Settings, Bool) -> Void
    ) -> Option {
        row(long, short, categories, summary, manual, isOnByDefault: true, effect: .flag(set))
    }

    /// A choice, without `--no-name`.
    static func choice(
        _ long: String,
        _ short: Character? = nil,
        _ categories: [OptionCategory],
        _ summary: String,
        _ manual: String,
        choose: @escaping @Sendable (inout Settings) -> Void
    ) -> Option {
        row(long, short, categories, summary, manual, effect: .choice(choose))
    }

    /// An option with an argument; the last one wins unless it `accumulates`.
    static func value(
        _ long: String,
        _ short: Character? = nil,
        _ placeholder: String,
        _ categories: [OptionCategory],
        _ summary: String,
        _ manual: String,
        accumulates: Bool = false,
        take: @escaping @Sendable (inout Settings, OptionValue) throws(OptionFault) -> Void
    ) -> Option {
        row(
            long, short, categories, summary, manual, accumulates: accumulates,
            effect: .value(placeholder: placeholder, take)
        )
    }

    /// An option that controls the parser.
    static func control(
        _ long: String,
        _ short: Character? = nil,
        _ categories: [OptionCategory],
        _ summary: String,
        _ manual: String,
        accumulates: Bool = false,
        effect: OptionEffect
    ) -> Option {
        row(long, short, categories, summary, manual, accumulates: accumulates, effect: effect)
    }

    private static func row(
        _ long: String,
        _ short: Character?,
        _ categories: [OptionCategory],
        _ summary: String,
        _ manual: String,
        accumulates: Bool = false,
        isOnByDefault: Bool = false,
        effect: OptionEffect
    ) -> Option {
        Option(
            long: long, short: short, categories: categories, summary: summary, manual: manual,
            accumulates: accumulates, isOnByDefault: isOnByDefault, effect: effect
        )
    }
}
