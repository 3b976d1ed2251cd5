internal import CExpat

/// The object behind expat's user data.
private func bridge(_ data: UnsafeMutableRawPointer?) -> XMLBridgeBase? {
    // SAFETY: the user data is the bridge that owns the parser, alive whenever expat calls back.
    data.map { Unmanaged<XMLBridgeBase>.fromOpaque($0).takeUnretainedValue() }
}

extension XMLBridgeBase {
    /// Tells expat which functions to call.
    func installHandlers(_ parser: XML_Parser) {
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                if let name { bridge(data)?.startElement(name, attributes) }
            },
            { data, name in
                if let name { bridge(data)?.endElement(name) }
            })
        XML_SetCharacterDataHandler(parser) { data, text, length in
            // SAFETY: expat lends `length` bytes until the callback returns.
            guard let text, length > 0 else { return }
            let base = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
            bridge(data)?.append(ByteWindow(base: base, count: Int(length)))
        }
        XML_SetCdataSectionHandler(
            parser,
            { data in bridge(data)?.switchCharacterData(on: true) },
            { data in bridge(data)?.switchCharacterData(on: false) })
        XML_SetCommentHandler(parser) { data, text in
            guard let text, let bridge = bridge(data) else { return }
            bridge.flushText()
            bridge.comment(bridge.window(of: text))
        }
        XML_SetProcessingInstructionHandler(parser) { data, target, text in
            guard let target, let bridge = bridge(data) else { return }
            bridge.flushText()
            bridge.instruction(String(cString: target), text.map { String(cString: $0) } ?? "")
        }
        XML_SetNamespaceDeclHandler(parser, { data, prefix, uri in bridge(data)?.declareNamespace(prefix, uri) }, nil)
        installEntityHandlers(parser)
    }

    private func installEntityHandlers(_ parser: XML_Parser) {
        // Without this handler expat would pass over external entities in silence.
        XML_SetExternalEntityRefHandler(parser) { parser, _, _, systemID, _ in
            let name = systemID.map { "\"\(String(cString: $0))\"" } ?? "an entity"
            bridge(sockeye_xml_user_data(parser))?.stop(.externalEntity(name))
            return 0
        }
        XML_SetSkippedEntityHandler(parser) { data, name, isParameter in
            guard let name, isParameter == 0 else { return }
            bridge(data)?.stop(.undeclaredEntity(String(cString: name)))
        }
        // SAFETY: expat passes its user data here too, as this call asks for it, and lends `info` to be filled.
        XML_SetUnknownEncodingHandler(
            parser,
            { data, name, info in
                guard let name, let info else { return 0 }
                let text = String(cString: name)
                guard let charset = Charset(text), case .singleByte(let table) = charset.kind else {
                    bridge(data)?.stop(.unknownEncoding(text))
                    return 0
                }
                withUnsafeMutableBytes(of: &info.pointee.map) { map in
                    let entries = map.bindMemory(to: Int32.self)
                    for byte in 0..<min(256, entries.count) {
                        let scalar = byte < 0x80 ? byte : Int(table[byte - 0x80])
                        entries[byte] = byte >= 0x80 && scalar == 0 ? -1 : Int32(scalar)
                    }
                }
                return 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    fileprivate func switchCharacterData(on isOn: Bool) {
        flushText()
        setCharacterData(isOn)
    }
}

/// The names a document has used lately, so that each becomes a string once and not at every element.
struct XMLNameCache {
    private var entries: [(bytes: [UInt8], name: XMLName)?] = Array(repeating: nil, count: 256)

    /// The name that expat writes as `namespace␌local␌prefix`, with the parts that it has.
    mutating func name(_ window: ByteWindow) -> XMLName {
        var hash: UInt32 = 2_166_136_261
        for index in 0..<window.count { hash = (hash ^ UInt32(window[index])) &* 16_777_619 }
        let place = Int((hash ^ hash >> 16) & 255)
        if let entry = entries[place], window.isEqual(to: entry.bytes) { return entry.name }
        var bytes: [UInt8] = []
        window.append(from: 0, to: window.count, to: &bytes)
        let name = Self.name(bytes)
        entries[place] = (bytes, name)
        return name
    }

    private static func name(_ bytes: [UInt8]) -> XMLName {
        let parts = bytes.split(separator: XMLBridgeBase.separator, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        switch parts.count {
        case 1: return XMLName(parts[0])
        case 2: return XMLName(parts[1], namespace: parts[0])
        default: return XMLName(parts[1], prefix: parts[2], namespace: parts[0])
        }
    }
}

extension ByteWindow {
    func isEqual(to bytes: [UInt8]) -> Bool {
        guard bytes.count == count else { return false }
        return bytes.withUnsafeBufferPointer { other in
            // SAFETY: both have `count` bytes.
            for index in 0..<count where base[index] != other[index] { return false }
            return true
        }
    }
}
