#if DiskCache
    internal import CDiskCache

    /// Why the index couldn't do something: a result of SQLite.
    struct SQLiteError: Error, Hashable, CustomStringConvertible {
        let code: Int32

        /// Whether the file is not a sound database.
        var isDamage: Bool {
            code & 0xFF == Int32(SOCKEYE_SQLITE_CORRUPT) || code & 0xFF == Int32(SOCKEYE_SQLITE_NOTADB)
        }

        /// Why, for a person.
        var description: String {
            switch code & 0xFF {
            case Int32(SOCKEYE_SQLITE_BUSY): "another process has locked it"
            case Int32(SOCKEYE_SQLITE_FULL): "the disk is full"
            case Int32(SOCKEYE_SQLITE_CANTOPEN): "it can't be opened"
            default: "SQLite's result \(code)"
            }
        }

        static func check(_ result: Int32) throws(SQLiteError) {
            if result != Int32(SOCKEYE_SQLITE_OK) { throw SQLiteError(code: result) }
        }
    }

    // SAFETY: its owner, the store, uses it under a lock.
    /// An open database with its prepared statements.
    final class SQLiteIndex: @unchecked Sendable {
        private let handle: OpaquePointer
        /// By the address of their text, which saves hashing the text at each look-up.
        private var statements: [Int: OpaquePointer] = [:]

        /// How long a writer waits for another process's, in milliseconds; they take well below one each. The wait
        /// holds up an event loop, and no deadline ends it.
        private static let patience: Int32 = 250

        /// Opens a file, which must exist.
        init(_ path: String) throws(SQLiteError) {
            var result: Int32 = 0
            guard let handle = sockeye_sqlite_open(path, &result) else { throw SQLiteError(code: result) }
            self.handle = handle
            _ = sockeye_sqlite_busy_timeout(handle, Self.patience)
        }

        deinit {
            for statement in statements.values { sockeye_sqlite_finalize(statement) }
            sockeye_sqlite_close(handle)
        }

        /// Runs statements without results.
        func execute(_ sql: StaticString) throws(SQLiteError) {
            try SQLiteError.check(sockeye_sqlite_exec(handle, sql.description))
        }

        /// Runs one statement and gives each row to `body`.
        func run(
            _ sql: StaticString, _ values: [SQLiteValue] = [],
            _ body: (SQLiteRow) throws(SQLiteError) -> Void = { _ in }
        ) throws(SQLiteError) {
            let statement = try prepared(sql)
            // Bound blobs are copied by nobody, so they live until the reset.
            try withExtendedLifetime(values) { () throws(SQLiteError) in
                defer { sockeye_sqlite_reset(statement) }
                try bind(values, to: statement)
                while true {
                    let result = sockeye_sqlite_step(statement)
                    if result == Int32(SOCKEYE_SQLITE_DONE) { return }
                    guard result == Int32(SOCKEYE_SQLITE_ROW) else { throw SQLiteError(code: result) }
                    try body(SQLiteRow(statement: statement))
                }
            }
        }

        /// Runs one statement and returns what `read` makes of its row; `nil` without a row.
        func first<Value>(
            _ sql: StaticString, _ values: [SQLiteValue] = [], _ read: (SQLiteRow) -> Value?
        ) throws(SQLiteError) -> Value? {
            var value: Value?
            try run(sql, values) { value = read($0) }
            return value
        }

        private func bind(_ values: [SQLiteValue], to statement: OpaquePointer) throws(SQLiteError) {
            for (place, value) in values.enumerated() {
                let position = Int32(place + 1)
                switch value {
                case .number(let number): _ = sockeye_sqlite_bind_int64(statement, position, number)
                case .blob(let bytes):
                    // SAFETY: an array's storage doesn't move while it is retained unchanged: `run` keeps it so until the
                    // reset.
                    let result = bytes.withUnsafeBytes {
                        sockeye_sqlite_bind_blob(statement, position, $0.baseAddress, $0.count)
                    }
                    try SQLiteError.check(result)
                case .null: _ = sockeye_sqlite_bind_blob(statement, position, nil, 0)
                }
            }
        }

        private func prepared(_ sql: StaticString) throws(SQLiteError) -> OpaquePointer {
            // SAFETY: only the address counts, which is that of a literal, never freed.
            let address = Int(bitPattern: sql.utf8Start)
            if let statement = statements[address] { return statement }
            var result: Int32 = 0
            guard let statement = sockeye_sqlite_prepare(handle, sql.description, &result) else {
                throw SQLiteError(code: result)
            }
            statements[address] = statement
            return statement
        }

        /// Runs `body` in a transaction that no other process's writer enters; it is rolled back if `body` throws.
        func transaction<Value>(_ body: () throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
            try run("BEGIN IMMEDIATE")
            do throws(SQLiteError) {
                let value = try body()
                try run("COMMIT")
                return value
            } catch {
                try? run("ROLLBACK")
                throw error
            }
        }
    }

    /// A value to bind.
    enum SQLiteValue {
        case number(Int64)
        case blob([UInt8])
        case null
    }

    /// A row of a result, valid until the next step.
    struct SQLiteRow {
        fileprivate let statement: OpaquePointer

        func number(_ column: Int32) -> Int64 { sockeye_sqlite_column_int64(statement, column) }

        /// Whether the column has exactly these bytes.
        func isBlob(_ column: Int32, _ expected: [UInt8]) -> Bool {
            var count = 0
            guard let bytes = sockeye_sqlite_column_blob(statement, column, &count) else { return expected.isEmpty }
            // SAFETY: SQLite says that `count` bytes are there until the next step; nothing keeps them.
            return UnsafeRawBufferPointer(start: bytes, count: count).elementsEqual(expected)
        }

        /// `nil` for NULL and for no bytes.
        func blob(_ column: Int32) -> [UInt8]? {
            var count = 0
            guard let bytes = sockeye_sqlite_column_blob(statement, column, &count) else { return nil }
            // SAFETY: SQLite says that `count` bytes are there until the next step; they are copied here.
            return Array(UnsafeRawBufferPointer(start: bytes, count: count))
        }
    }
#endif
