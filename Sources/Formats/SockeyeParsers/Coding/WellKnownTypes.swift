/// The types that are coded directly, kept in the context. Naming `[String].self` inline would look up its metadata at
/// every call.
struct WellKnownTypes {
    let string = ObjectIdentifier(String.self)
    let strings = ObjectIdentifier([String].self)
    let doubles = ObjectIdentifier([Double].self)
    let integers = ObjectIdentifier([Int].self)
    let bytes = ObjectIdentifier([UInt8].self)
    let timestamp = ObjectIdentifier(Timestamp.self)
    let json = ObjectIdentifier(JSONValue.self)
}

/// Converts a value between two generic names of the same type. A dynamic cast would look up the types at every call (6
/// % of decoding).
@inline(__always)
func identical<Source, Target>(_ value: Source) -> Target {
    assert(Source.self == Target.self)
    // SAFETY: every caller has compared the types' identities, so both names mean the same layout.
    return unsafeBitCast(value, to: Target.self)
}
