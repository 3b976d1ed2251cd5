// How a row of the table is written: one call, the closure last.
extension Option {
    /// An option that is on by `--name` and off by `--no-name`.
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

    /// An option that is on by default: the letter and `--no-name` switch it off.
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

    /// An option that chooses something and has no `--no-name`.
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

    /// An option that steers the parser itself.
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
