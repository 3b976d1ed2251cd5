#if DiskCache
    internal import CDiskCache
    internal import Synchronization

    /// A body in a file, checked block by block before any of a block is given away.
    final class DiskBody: CacheBody {
        private let file: CacheFile
        private let digests: [UInt8]
        private let onDamage: @Sendable () -> Void
        /// The block that was read last, and its number.
        private let block = Mutex<(number: Int, bytes: [UInt8])>((-1, []))
        let length: Int64

        init(_ file: CacheFile, length: Int64, digests: [UInt8], onDamage: @escaping @Sendable () -> Void) {
            self.file = file
            self.length = length
            self.digests = digests
            self.onDamage = onDamage
        }

        /// Whether the blocks up to this length are sound, and the file is as long as it was.
        func isSound(upTo limit: Int64) -> Bool {
            guard sockeye_cache_length(file.number) == length else { return false }
            var offset: Int64 = 0
            while offset < min(limit, length) {
                let isSound = block.withLock { block in load(Int(offset) / BlockDigests.blockSize, into: &block) }
                if !isSound { return false }
                offset += Int64(BlockDigests.blockSize)
            }
            return true
        }

        // SAFETY: only this call writes into the caller's buffer, within its bounds.
        func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(CacheDamage) -> Int {
            guard offset >= 0, offset < length else { return 0 }
            let number = Int(offset / Int64(BlockDigests.blockSize))
            let start = Int(offset % Int64(BlockDigests.blockSize))
            let count = block.withLock { block -> Int? in
                guard load(number, into: &block), start < block.bytes.count else { return nil }
                let count = min(buffer.count, block.bytes.count - start)
                // SAFETY: `count` is within the buffer and within the block's bytes after `start`.
                buffer.copyBytes(from: block.bytes[start..<start + count])
                return count
            }
            guard let count else {
                onDamage()
                throw CacheDamage("block \(number) of its file changed")
            }
            return count
        }

        private func load(_ number: Int, into block: inout (number: Int, bytes: [UInt8])) -> Bool {
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
