/// Decodes finished values from an arena, while what follows goes into another one.
///
/// Two arenas and their contexts serve in turns. A new context for each value would be a notable part of decoding a
/// stream.
struct ArenaRelay {
    /// Who may change the arenas: a copy of a parser shares them until it goes on.
    private final class Owner: Sendable {}

    private let decoder: JSONValueDecoder
    private var owner = Owner()
    /// The context of the arena that is being filled, once one was decoded from.
    private var current: DecodingContext?
    private var spare: DecodingContext?

    init(decoder: JSONValueDecoder) { self.decoder = decoder }

    /// Gives a copied parser its own arena, with what the other one had read. Comes before a piece is read.
    mutating func own(_ builder: inout ArenaBuilder) {
        if isKnownUniquelyReferenced(&owner) { return }
        builder.own(ValueArena())
        (owner, current, spare) = (Owner(), nil, nil)
    }

    /// Decodes the complete elements, and removes them.
    mutating func decode<Value: Decodable>(
        _ type: Value.Type, of events: inout JSONElementEvents<ArenaBuilder>, into outputs: inout [Value]
    ) throws {
        guard !events.elements.isEmpty else { return }
        try events.builder.arena.checkRoom()
        let context = try takeContext(of: events.builder)
        try context.decode(events.elements, into: &outputs)
        let next = try takeArena(after: context)
        events.leaveElements { builder, end in builder.moveUnfinished(from: end, to: next) }
    }

    /// Decodes the value of a builder that has only this one, and removes it.
    mutating func decode<Value: Decodable>(_ type: Value.Type, of builder: inout ArenaBuilder) throws -> Value {
        try builder.arena.checkRoom()
        let context = try takeContext(of: builder)
        let value = try context.decode(type, at: 0)
        builder.moveUnfinished(from: UInt32(truncatingIfNeeded: builder.arena.count), to: try takeArena(after: context))
        return value
    }

    private mutating func takeContext(of builder: ArenaBuilder) throws -> DecodingContext {
        defer { current = nil }
        return try current ?? decoder.context(for: builder.arena)
    }

    /// An empty arena to go on with; the one of `context` serves again after it.
    private mutating func takeArena(after context: DecodingContext) throws -> ValueArena {
        var next: DecodingContext?
        swap(&next, &spare)
        // A type may have kept its decoder, which then still reads that arena.
        if isKnownUniquelyReferenced(&next) { next?.removeAll() } else { next = nil }
        let taken = try next ?? decoder.context(for: ValueArena())
        (current, spare) = (taken, context)
        return taken.arena
    }
}
