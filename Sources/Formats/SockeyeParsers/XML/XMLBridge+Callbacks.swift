internal import CExpat
internal import SockeyeEncodings

/// Calls `body` with the bridge behind expat's user data.
@inline(__always)
private func withBridge(_ data: UnsafeMutableRawPointer?, _ body: (XMLBridgeBase) -> Void) {
    // SAFETY: the user data is the bridge that owns the parser, and it is alive whenever expat calls back.
    guard let data else { return }
    Unmanaged<XMLBridgeBase>.fromOpaque(data)._withUnsafeGuaranteedRef(body)
}

extension XMLBridgeBase {
    /// Registers the callbacks with expat.
    func installHandlers(_ parser: XML_Parser) {
        expat.XML_SetElementHandler(
            parser,
            { data, name, attributes in
                if let name { withBridge(data) { $0.startElement(name, attributes) } }
            },
            { data, _ in withBridge(data) { $0.endElement() } })
        expat.XML_SetCharacterDataHandler(parser) { data, text, length in
            // SAFETY: expat's `length` bytes are valid until the callback returns.
            guard let text, length > 0 else { return }
            let base = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
            withBridge(data) { $0.append(base, Int(length)) }
        }
        expat.XML_SetCdataSectionHandler(
            parser,
            { data in withBridge(data) { $0.switchCharacterData(on: true) } },
            { data in withBridge(data) { $0.switchCharacterData(on: false) } })
        expat.XML_SetCommentHandler(parser) { data, text in
            guard let text else { return }
            withBridge(data) { bridge in
                bridge.flushText()
                bridge.comment(bridge.window(of: text))
            }
        }
        expat.XML_SetProcessingInstructionHandler(parser) { data, target, text in
            guard let target else { return }
            withBridge(data) { bridge in
                bridge.flushText()
                // SAFETY: expat's texts end with NUL.
                bridge.instruction(String(cString: target), text.map { String(cString: $0) } ?? "")
            }
        }
        expat.XML_SetNamespaceDeclHandler(
            parser, { data, prefix, uri in withBridge(data) { $0.declareNamespace(prefix, uri) } }, nil)
        installEntityHandlers(parser)
    }

    private func installEntityHandlers(_ parser: XML_Parser) {
        // Without this handler expat would silently skip external entities.
        expat.XML_SetExternalEntityRefHandler(parser) { parser, _, _, systemID, _ in
            let name = systemID.map { "\"\(String(cString: $0))\"" } ?? "an entity"
            withBridge(sockeye_xml_user_data(parser)) { $0.stop(.externalEntity(name)) }
            return 0
        }
        expat.XML_SetSkippedEntityHandler(parser) { data, name, isParameter in
            guard let name, isParameter == 0 else { return }
            // SAFETY: as above.
            withBridge(data) { $0.stop(.undeclaredEntity(String(cString: name))) }
        }
        // SAFETY: this call passes the bridge as the user data, which outlives the parser, and expat lends `info` for
        // filling.
        expat.XML_SetUnknownEncodingHandler(
            parser,
            { data, name, info in
                guard let name, let info else { return 0 }
                // SAFETY: the name ends with NUL.
                let text = String(cString: name)
                let encoding = TextEncoding(label: text)
                guard let upper = encoding?.upperHalf else {
                    withBridge(data) { bridge in
                        bridge.state.pointee.declaredEncoding = encoding
                        bridge.stop(.unknownEncoding(text))
                    }
                    return 0
                }
                // SAFETY: the table is expat's, lent for the call, and written within its bounds.
                withUnsafeMutableBytes(of: &info.pointee.map) { map in
                    let entries = map.bindMemory(to: Int32.self)
                    for byte in 0..<min(256, entries.count) {
                        // -1 stands for no character, as the table's largest number does.
                        entries[byte] = byte < 0x80 ? Int32(byte) : Int32(truncatingIfNeeded: upper[byte - 0x80])
                    }
                }
                return 1
                // SAFETY: the bridge outlives the parser.
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
