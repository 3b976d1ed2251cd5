internal import SockeyeEncodings

/// Delivers events to a handler.
final class XMLBridge<Handler: XMLEventHandler>: XMLBridgeBase {
    // SAFETY: allocated and initialized in init, freed in deinit.
    private let storage: UnsafeMutablePointer<Handler>

    var handler: Handler {
        get { storage.pointee }
        _modify { yield &storage.pointee }
    }

    init(handler: Handler, limits: XMLLimits, encoding: TextEncoding?) {
        // SAFETY: freed in deinit.
        storage = .allocate(capacity: 1)
        storage.initialize(to: handler)
        super.init(limits: limits, encoding: encoding)
    }

    deinit {
        storage.deinitialize(count: 1)
        storage.deallocate()
    }

    // expat may call back once more after it was stopped, so each checks for that. These three don't use `deliver`, to
    // avoid its closures: they run for every element.

    override func deliverText(_ window: ByteWindow) {
        guard !state.pointee.isStopped else { return }
        // expat has validated and converted the text.
        let span = window.text(from: 0, to: window.count, isASCII: false)
        do throws(XMLError.Reason) {
            if state.pointee.isInCharacterData {
                try storage.pointee.characterData(span, at: XMLPlace(source: self))
            } else {
                try storage.pointee.characters(span, at: XMLPlace(source: self))
            }
        } catch {
            stop(error)
        }
    }

    override func start(_ name: XMLName, _ attributes: XMLAttributes) {
        guard !state.pointee.isStopped else { return }
        do throws(XMLError.Reason) {
            try storage.pointee.startElement(name, attributes: attributes, at: XMLPlace(source: self))
        } catch {
            stop(error)
        }
    }

    override func end(_ name: XMLName) {
        guard !state.pointee.isStopped else { return }
        do throws(XMLError.Reason) {
            try storage.pointee.endElement(name, at: XMLPlace(source: self))
        } catch {
            stop(error)
        }
    }

    /// Calls the handler, unless parsing has stopped.
    private func deliver(_ call: (inout Handler, XMLPlace) throws(XMLError.Reason) -> Void) {
        guard !state.pointee.isStopped else { return }
        do throws(XMLError.Reason) {
            try call(&storage.pointee, XMLPlace(source: self))
        } catch {
            stop(error)
        }
    }

    override func comment(_ window: ByteWindow) {
        deliver { (handler, place) throws(XMLError.Reason) in
            try handler.comment(window.text(from: 0, to: window.count, isASCII: false), at: place)
        }
    }

    override func instruction(_ target: String, _ data: String) {
        deliver { (handler, place) throws(XMLError.Reason) in
            try handler.processingInstruction(target: target, data: data, at: place)
        }
    }
}
