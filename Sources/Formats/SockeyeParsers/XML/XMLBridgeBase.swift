internal import CExpat
internal import SockeyeEncodings

/// The object behind expat's user data: everything that doesn't depend on the handler's type.
///
/// Mutable state is behind pointers, and the callbacks borrow the object without retaining it: plain properties cost
/// exclusivity checks and reference counting in each callback.
class XMLBridgeBase {
    struct State {
        var failure: XMLError?
        var reason: XMLError.Reason?
        var isStopped = false
        /// What the document declares, if expat can't read it.
        var declaredEncoding: TextEncoding?
        var isInCharacterData = false
        /// Namespace declarations for the next element.
        var declarations: [XMLAttribute] = []
        // SAFETY: expat's list of names and values, non-nil only while expat lends it.
        var attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
        /// The number of elements begun.
        var event = 0
        /// The bytes of attributes that stand in no tag, but in the document type.
        var defaulted = 0
        // SAFETY: the bytes that expat is reading, non-nil only during that call.
        var input: UnsafePointer<UInt8>?
        var inputCount = 0
        // SAFETY: contiguous text inside `input` that follows the contents of `text`; copied before `input` goes away.
        var piece: UnsafePointer<UInt8>?
        var pieceCount = 0
        /// The bytes of text still allowed before the next event.
        var room: Int
    }

    // SAFETY: the table lives as long as the program.
    let expat = sockeye_expat().pointee
    // SAFETY: created in init, freed in deinit; expat calls back only inside `XML_Parse`, while this object is alive.
    let parser: XML_Parser?
    // SAFETY: allocated and initialized in init, freed in deinit.
    let state: UnsafeMutablePointer<State>
    let limits: XMLLimits
    /// The bytes expat has read, without those it is reading now.
    private(set) var fed = 0
    /// Text that isn't in the input, or no longer.
    let text = ByteOutput(capacity: 4096)
    private let names: XMLNameCache
    /// The names of the open elements, so that end tags need no lookup.
    private let open = MoveStack<XMLName>()

    init(limits: XMLLimits, encoding: TextEncoding?) {
        self.limits = limits
        names = XMLNameCache(lengthLimit: limits.nameLimit)
        // SAFETY: freed in deinit.
        state = .allocate(capacity: 1)
        state.initialize(to: State(room: limits.textLimit))
        parser = expat.XML_ParserCreateNS(encoding?.name, XML_Char(bitPattern: XMLNameCache.separator))
        guard let parser else { return }
        // SAFETY: the parser does not outlive this object, so the pointer is valid whenever expat calls back.
        expat.XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        expat.XML_SetReturnNSTriplet(parser, 1)
        _ = expat.XML_SetBillionLaughsAttackProtectionMaximumAmplification(parser, max(1, limits.amplificationLimit))
        _ = expat.XML_SetBillionLaughsAttackProtectionActivationThreshold(parser, 1 << 20)
        installHandlers(parser)
    }

    deinit {
        expat.XML_ParserFree(parser)
        state.deinitialize(count: 1)
        state.deallocate()
    }

    var position: TextPosition {
        guard let parser else { return TextPosition() }
        return TextPosition(
            // -1 before the first byte.
            offset: max(0, Int(expat.XML_GetCurrentByteIndex(parser))),
            line: Int(expat.XML_GetCurrentLineNumber(parser)),
            column: Int(expat.XML_GetCurrentColumnNumber(parser)) + 1)
    }

    /// The bytes of an unfinished part that expat buffers.
    var unfinishedByteCount: Int {
        guard let parser else { return 0 }
        let index = Int(expat.XML_GetCurrentByteIndex(parser))
        return index < 0 ? fed : max(0, fed - index)
    }

    func parse(_ window: ByteWindow?, isFinal: Bool) throws(XMLError) {
        if let failure = state.pointee.failure { throw failure }
        guard let parser else { throw fail(.refused("no memory for an XML parser")) }
        let status = parse(window, isFinal: isFinal, with: parser)
        if let reason = state.pointee.reason { throw fail(reason) }
        if status != XML_STATUS_ERROR { return }
        throw fail(reason(for: expat.XML_GetErrorCode(parser)))
    }

    private func parse(_ window: ByteWindow?, isFinal: Bool, with parser: XML_Parser) -> XML_Status {
        guard let window else { return expat.XML_Parse(parser, nil, 0, isFinal ? 1 : 0) }
        // SAFETY: the buffer has room for the window, whose length the caller bounds; expat leaves its contents in
        // place until the next call.
        defer {
            copyPiece()
            (state.pointee.input, state.pointee.inputCount) = (nil, 0)
            fed += window.count
        }
        state.pointee.inputCount = window.count
        // `XML_Parse` would copy the bytes to the same buffer; knowing its address lets text be delivered in place.
        guard let buffer = expat.XML_GetBuffer(parser, Int32(window.count)) else { return XML_STATUS_ERROR }
        buffer.copyMemory(from: window.base, byteCount: window.count)
        // SAFETY: the buffer has room for that many bytes, and expat keeps it until the next one is asked for.
        state.pointee.input = UnsafePointer(buffer.assumingMemoryBound(to: UInt8.self))
        return expat.XML_ParseBuffer(parser, Int32(window.count), isFinal ? 1 : 0)
    }

    func fail(_ reason: XMLError.Reason) -> XMLError {
        let error = state.pointee.failure ?? XMLError(reason: reason, position: position)
        state.pointee.failure = error
        return error
    }

    private func reason(for code: XML_Error) -> XMLError.Reason {
        switch code {
        case XML_ERROR_AMPLIFICATION_LIMIT_BREACH: .amplification
        case XML_ERROR_NO_ELEMENTS: .notWellFormed("the document holds no element, or ends before its root does")
        // SAFETY: expat's texts end with NUL.
        default: .notWellFormed(expat.XML_ErrorString(code).map { String(cString: $0) } ?? "error \(code.rawValue)")
        }
    }

    /// Stops parsing from inside a callback.
    func stop(_ reason: XMLError.Reason) {
        if !state.pointee.isStopped { state.pointee.reason = reason }
        state.pointee.isStopped = true
        _ = expat.XML_StopParser(parser, 0)
    }

    func switchCharacterData(on isOn: Bool) {
        flushText()
        state.pointee.isInCharacterData = isOn
    }

    // Overridden by the subclass, which knows the handler.
    func deliverText(_ window: ByteWindow) {}
    func start(_ name: XMLName, _ attributes: XMLAttributes) {}
    func end(_ name: XMLName) {}
    func comment(_ window: ByteWindow) {}
    func instruction(_ target: String, _ data: String) {}
}

extension XMLBridgeBase {
    func startElement(_ name: UnsafePointer<XML_Char>, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
        flushText()
        if open.count >= limits.depthLimit { return stop(.tooDeep(limit: limits.depthLimit)) }
        guard let elementName = names.name(name) else { return stop(nameTooLong) }
        state.pointee.event += 1
        state.pointee.attributes = attributes
        start(elementName, XMLAttributes(source: self, event: state.pointee.event))
        open.push(elementName)
        state.pointee.attributes = nil
        if !state.pointee.declarations.isEmpty { state.pointee.declarations.removeAll() }
    }

    /// The attributes of the element that begins now; empty if `event` is no longer the current one.
    func attributes(of event: Int) -> [XMLAttribute] {
        guard event == state.pointee.event, var next = state.pointee.attributes else { return [] }
        var list = state.pointee.declarations
        // SAFETY: expat's list alternates names and values, and ends with a null pointer.
        guard next.pointee != nil else { return list }
        let specified = next + Int(expat.XML_GetSpecifiedAttributeCount(parser))
        list.reserveCapacity(list.count + (specified - next) / 2)
        while let name = next.pointee, let value = (next + 1).pointee {
            let value = window(of: value)
            if next >= specified, !isWithinAmplification(value.count) {
                stop(.amplification)
                return list
            }
            guard let name = names.name(name) else {
                stop(nameTooLong)
                return list
            }
            // expat has validated and converted its text.
            let text = String(copying: value.text(from: 0, to: value.count, isASCII: false))
            list.append(XMLAttribute(name, text))
            next += 2
        }
        return list
    }

    /// Whether the document type may add another attribute with so many bytes. expat limits only what entities add.
    private func isWithinAmplification(_ count: Int) -> Bool {
        state.pointee.defaulted += count
        let read = Float(fed) + Float(state.pointee.inputCount)
        return state.pointee.defaulted <= 1 << 20
            || Float(state.pointee.defaulted) <= max(1, limits.amplificationLimit) * read
    }

    private var nameTooLong: XMLError.Reason {
        .refused("a name or namespace is longer than \(limits.nameLimit) bytes (nameLimit)")
    }

    func endElement() {
        flushText()
        // expat has checked that the end tag matches the open element.
        if let name = open.pop() { end(name) }
    }

    func declareNamespace(_ prefix: UnsafePointer<XML_Char>?, _ uri: UnsafePointer<XML_Char>?) {
        if let uri, sockeye_xml_length(uri) > limits.nameLimit { return stop(nameTooLong) }
        // SAFETY: expat's texts end with NUL.
        let name =
            prefix.map { XMLName(String(cString: $0), prefix: "xmlns", namespace: XMLName.xmlnsNamespace) }
            ?? XMLName("xmlns", namespace: XMLName.xmlnsNamespace)
        state.pointee.declarations.append(XMLAttribute(name, uri.map { String(cString: $0) } ?? ""))
    }

    /// The bytes of a C string from expat, valid during the callback.
    func window(of text: UnsafePointer<XML_Char>) -> ByteWindow {
        // SAFETY: expat's strings are NUL-terminated and valid until the callback returns.
        ByteWindow(
            base: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: sockeye_xml_length(text))
    }
}
