import SockeyeClient

@testable import SockeyeRecording

extension Check {
    /// A recording is read or refused with a line that is there; its entries are written so that they read the same; and it can be
    /// delivered to the end.
    static func recordings(_ input: Input) {
        // With the right first lines, so that what lies behind them is reached.
        let head = Array("\(Recording.magic)\(Recording.version)\n0 start wall=0 secrets=kept\n".utf8)
        for bytes in [input.bytes, head + input.bytes] {
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).count
            let recording: Recording
            do throws(RecordingError) {
                recording = try Recording(bytes)
            } catch {
                require((0...max(2, lines)).contains(error.line), "line \(error.line) of \(lines)")
                require((0...bytes.count).contains(error.offset), "offset \(error.offset)")
                continue
            }
            let written = recording.entries.flatMap(\.text)
            guard let again = try? Recording(Array("\(Recording.magic)\(Recording.version)\n".utf8) + written) else {
                fail("what was read can't be read again")
            }
            require(again.entries.elementsEqual(recording.entries) { $0.text == $1.text }, "it reads differently")
            let replay = Replay(recording.byteByByte(), isTimed: true)
            var (steps, last) = (0, UInt64(0))
            while let moment = replay.nextMoment {
                require(moment >= last, "time goes back")
                last = moment
                replay.deliverNext()
                steps += 1
                require(steps <= bytes.count + 1, "it never ends")
            }
        }
    }

    /// Heads are masked alike however they are split, and keep their lengths.
    static func masks(_ input: Input) {
        for isResponse in [false, true] {
            var whole = HeadMask(isResponse: isResponse)
            whole.begin()
            require(whole.masked(input.bytes).count == input.bytes.count, "the length changes")
            whole = HeadMask(isResponse: isResponse)
            whole.begin()
            let masked = whole.masked(input.bytes)
            var split = HeadMask(isResponse: isResponse)
            split.begin()
            require(input.bytes.flatMap { split.passed([$0]) } + split.rest() == masked, "byte by byte differs")
        }
        let line = Array(input.bytes.prefix { $0 != 0x0A })
        require(Secrets.maskedField(line).count == line.count, "a field's length changes")
    }
}
