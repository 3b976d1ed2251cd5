internal import CExpat

// Text comes from expat in pieces: one for each line, for each line feed and for each reference. Those that follow each
// other in the document are not copied; only where they begin and how long they are is kept. Without this copying them
// and asking for room were 10 % of reading a document.

extension XMLBridgeBase {
    /// Takes the next piece of text.
    @inline(__always)
    func append(_ base: UnsafePointer<UInt8>, _ length: Int) {
        state.pointee.room &-= length
        if state.pointee.room < 0 { return stop(.textTooLong(limit: limits.maximumTextLength)) }
        if let piece = state.pointee.piece, piece + state.pointee.pieceCount == base {
            state.pointee.pieceCount &+= length
        } else {
            appendApart(base, length)
        }
    }

    /// Takes a piece of text that does not simply follow the last one.
    private func appendApart(_ base: UnsafePointer<UInt8>, _ length: Int) {
        // SAFETY: everything that is read here lies inside the input, or is the piece that expat lends.
        let place = Int(bitPattern: base) &- Int(bitPattern: state.pointee.input)
        let isInInput = place >= 0 && place < state.pointee.inputCount
        // A line feed is not lent from its place in the input, so that it would part the lines around it.
        if !isInInput, length == 1, base.pointee == 0x0A, let place = lineFeedPlace {
            if let piece = state.pointee.piece {
                if piece + state.pointee.pieceCount == place {
                    state.pointee.pieceCount &+= 1
                    return
                }
            } else if text.count == 0 {
                (state.pointee.piece, state.pointee.pieceCount) = (place, 1)
                return
            }
        }
        if state.pointee.piece != nil { copyPiece() }
        if isInInput {
            (state.pointee.piece, state.pointee.pieceCount) = (base, length)
        } else {
            text.append(ByteWindow(base: base, count: length), from: 0, to: length)
        }
    }

    /// Where the line feed stands that expat is reporting; `nil` if that is not in the input.
    private var lineFeedPlace: UnsafePointer<UInt8>? {
        guard let input = state.pointee.input, let parser else { return nil }
        let place = Int(XML_GetCurrentByteIndex(parser)) - fed
        guard place >= 0, place < state.pointee.inputCount, input[place] == 0x0A else { return nil }
        return input + place
    }

    /// Copies the piece that stands in the input.
    func copyPiece() {
        guard let piece = state.pointee.piece else { return }
        text.append(ByteWindow(base: piece, count: state.pointee.pieceCount), from: 0, to: state.pointee.pieceCount)
        (state.pointee.piece, state.pointee.pieceCount) = (nil, 0)
    }

    /// Passes on the text that has come since the last event.
    @inline(__always)
    func flushText() {
        if state.pointee.room != limits.maximumTextLength { flushSomeText() }
    }

    private func flushSomeText() {
        if let piece = state.pointee.piece, text.count == 0 {
            deliverText(ByteWindow(base: piece, count: state.pointee.pieceCount))
            (state.pointee.piece, state.pointee.pieceCount) = (nil, 0)
        } else {
            copyPiece()
            deliverText(text.window)
            text.removeAll()
        }
        state.pointee.room = limits.maximumTextLength
    }
}
