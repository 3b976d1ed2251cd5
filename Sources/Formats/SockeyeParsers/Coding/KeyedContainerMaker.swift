/// Makes keyed containers for one key type.
///
/// Otherwise a decoder would look up the metadata and conformance of `ArenaKeyedDecoding<Key>` for every object; an
/// instance of the subclass carries them.
class KeyedContainerMaker<Key: CodingKey> {
    func container(_ context: DecodingContext, _ index: UInt32, keepsKeys: Bool) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(ArenaKeyedDecoding<Key>(context: context, index: index, keepsKeys: keepsKeys))
    }
}

/// The part of a container that its maker uses.
protocol KeyedArenaContainer: KeyedDecodingContainerProtocol {
    init(context: DecodingContext, index: UInt32, keepsKeys: Bool)
}

final class KnownContainerMaker<Key: CodingKey, Container: KeyedArenaContainer>: KeyedContainerMaker<Key>
where Container.Key == Key {
    override func container(
        _ context: DecodingContext, _ index: UInt32, keepsKeys: Bool
    ) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Container(context: context, index: index, keepsKeys: keepsKeys))
    }
}

extension DecodingContext {
    /// The maker for the key type, from those used last.
    @inline(__always)
    func maker<Key: CodingKey>(for type: Key.Type) -> KeyedContainerMaker<Key> {
        let identity = ObjectIdentifier(type)
        if let known = makers[identity] {
            // SAFETY: a maker is stored under the identity of its own key type, so equal identities mean this type.
            return unsafeDowncast(known, to: KeyedContainerMaker<Key>.self)
        }
        let maker = KnownContainerMaker<Key, ArenaKeyedDecoding<Key>>()
        makers.add(maker, for: identity)
        return maker
    }
}
