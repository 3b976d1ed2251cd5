#if DiskCache
    internal import CDiskCache
    internal import Synchronization

    /// A body in a file, checked block by block before any of a block is given away.
    final class DiskBody: CacheBody {
        /// A block that was read and checked, and its number; -1 for none.
        private struct Block {
            var number = -1
            var bytes: [UInt8] = []
        }

        private final class BlockSlot: Sendable {
            let block = Mutex(Block())
        }

        private let file: CacheFile
        private let digests: [UInt8]
        private let onDamage: @Sendable () -> Void
        /// The block that is used and the next ones, by their numbers modulo the count: several threads check blocks, which
        /// takes longer than all the rest.
        private let slots = (0..<4).map { _ in BlockSlot() }
        let length: Int64

        init(_ file: CacheFile, length: Int64, digests: [UInt8], onDamage: @escaping @Sendable () -> Void) {
            self.file = file
            self.length = length
            self.digests = digests
            self.onDamage = onDamage
        }

        var isFile: Bool { true }

        /// Whether the blocks up to this length are sound, and the file is as long as it was.
        func isSound(upTo limit: Int64) -> Bool {
            guard sockeye_cache_length(file.number) == length else { return false }
            var offset: Int64 = 0
            while offset < min(limit, length) {
                if withBlock(at: offset, { _ in true }) == nil { return false }
                offset += Int64(BlockDigests.blockSize)
            }
            return true
        }

        // SAFETY: only this call writes into the caller's buffer, within its bounds.
        func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(CacheDamage) -> Int {
            try piece(at: offset) { bytes in
                let count = min(buffer.count, bytes.count)
                // SAFETY: `count` is within the buffer and within the bytes.
                buffer.copyBytes(from: bytes.prefix(count))
                return count
            }
        }

        func copy(
            from offset: Int64, atMost limit: Int64, to descriptor: Int32, at position: Int64
        ) throws(CacheDamage) -> Int? {
            try piece(at: offset) { [file] bytes in
                let count = Int(min(Int64(bytes.count), max(0, limit)))
                // What was checked is what is written, unless the disk can share its blocks.
                if sockeye_cache_clone(file.number, offset, descriptor, position, count) == 0 { return count }
                // SAFETY: `count` is within the bytes, and `pwrite` keeps no pointer.
                let result = bytes.withUnsafeBytes {
                    sockeye_cache_pwrite(descriptor, $0.baseAddress, count, position)
                }
                return result < 0 ? Int(result) : count
            }
        }

        /// Runs `body` with the checked bytes from `offset` to the end of their block.
        private func piece(at offset: Int64, _ body: (ArraySlice<UInt8>) -> Int) throws(CacheDamage) -> Int {
            guard offset >= 0, offset < length else { return 0 }
            let start = Int(offset % Int64(BlockDigests.blockSize))
            let result = withBlock(at: offset) { block in
                if start == 0 { checkNextSoon(after: block.number) }
                return start < block.bytes.count ? body(block.bytes[start...]) : nil
            }
            if let result { return result }
            onDamage()
            throw CacheDamage("block \(offset / Int64(BlockDigests.blockSize)) of its file changed")
        }

        /// Runs `body` with the block of this offset; `nil` if that is damaged, or `body` says so.
        private func withBlock<Value: Sendable>(at offset: Int64, _ body: (Block) -> Value?) -> Value? {
            let number = Int(offset / Int64(BlockDigests.blockSize))
            let slot = slot(number)
            let value = slot.block.withLockIfAvailable { load(number, into: &$0) ? body($0) : nil }
            if let value { return value }
            // Rather than wait for the thread that checks it, check another one.
            checkNext(after: number)
            return slot.block.withLock { load(number, into: &$0) ? body($0) : nil }
        }

        private func slot(_ number: Int) -> BlockSlot { slots[number % slots.count] }

        /// Checks the first of the next blocks that no thread has checked or is checking.
        private func checkNext(after number: Int) {
            for next in number + 1..<number + slots.count where isWhole(next) {
                let isMine = slot(next).block.withLockIfAvailable { block in
                    guard block.number < next else { return false }
                    _ = load(next, into: &block)
                    return true
                }
                if isMine == true { return }
            }
        }

        private func checkNextSoon(after number: Int) {
            // A short rest isn't worth a thread's attention.
            guard isWhole(number + 1) else { return }
            Task.detached { [self] in checkNext(after: number) }
        }

        private func isWhole(_ number: Int) -> Bool {
            (Int64(number) + 1) * Int64(BlockDigests.blockSize) <= length
        }

        private func load(_ number: Int, into block: inout Block) -> Bool {
            if block.number == number { return true }
            let offset = Int64(number) * Int64(BlockDigests.blockSize)
            let wanted = Int(min(Int64(BlockDigests.blockSize), length - offset))
            if block.bytes.count != wanted { block.bytes = [UInt8](repeating: 0, count: wanted) }
            block.number = -1
            // SAFETY: the array keeps its storage for the closure, and `pread` writes at most its count.
            let count = block.bytes.withUnsafeMutableBytes {
                sockeye_cache_pread(file.number, $0.baseAddress, $0.count, offset)
            }
            guard count == wanted, BlockDigests.matches(block.bytes.span.bytes, block: number, of: digests) else {
                return false
            }
            block.number = number
            return true
        }
    }
#endif
