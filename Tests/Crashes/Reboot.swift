@testable import SockeyeTransfers

/// A download's record as it reads after the machine was started again: what was merely written no longer counts.
/// Anything else is unchanged.
func rebooted(_ bytes: [UInt8], of recordName: String) -> [UInt8] {
    let name = String(recordName.dropLast(".sockeye".count))
    guard var record = try? ResumeRecord(bytes, fileName: name) else { return bytes }
    record.bootNumber = ~record.bootNumber
    return record.bytes
}
