internal import CExpat

// expat reports text in pieces: one per line, line feed and reference. Pieces that are adjacent in the document are not
// copied; only their start and length are kept. This saves copying them and growing the buffer.

extension XMLBridgeBase {
    /// Adds the next piece of text.
    @inline(__always)
    func append(_ base: UnsafePointer<UInt8>, _ length: Int) {
        state.pointee.room &-= length
        if state.pointee.room < 0 { return stop(.textTooLong(limit: limits.textLimit)) }
        if let piece = state.pointee.piece, piece + state.pointee.pieceCount == base {
            state.pointee.pieceCount &+= length
        } else {
            appendApart(base, length)
        }
    }

    /// Adds a piece of text that isn't adjacent to the last one.
    private func appendApart(_ base: UnsafePointer<UInt8>, _ length: Int) {
        // SAFETY: every byte read here is inside the input, or in the piece that expat lends.
        let place = Int(bitPattern: base) &- Int(bitPattern: state.pointee.input)
        let isInInput = place >= 0 && place < state.pointee.inputCount
        // expat doesn't report a line feed at its place in the input, which would separate the lines around it.
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

    /// The location of the line feed that expat is reporting; `nil` if it isn't in the input.
    private var lineFeedPlace: UnsafePointer<UInt8>? {
        guard let input = state.pointee.input, let parser else { return nil }
        let place = Int(expat.XML_GetCurrentByteIndex(parser)) - fed
        guard place >= 0, place < state.pointee.inputCount, input[place] == 0x0A else { return nil }
        return input + place
    }

    /// Copies the pending piece out of the input.
    func copyPiece() {
        guard let piece = state.pointee.piece else { return }
        text.append(ByteWindow(base: piece, count: state.pointee.pieceCount), from: 0, to: state.pointee.pieceCount)
        (state.pointee.piece, state.pointee.pieceCount) = (nil, 0)
    }

    /// Delivers the text since the last event.
    @inline(__always)
    func flushText() {
        if state.pointee.room != limits.textLimit { flushSomeText() }
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
        state.pointee.room = limits.textLimit
    }
}
