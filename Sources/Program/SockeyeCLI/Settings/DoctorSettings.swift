/// The options of `--doctor`.
struct DoctorSettings: Sendable {
    /// The form of a report.
    enum Format: String, CaseIterable, Sendable {
        case text, json
    }

    /// `--doctor-format`.
    var format = Format.text
    /// `--doctor-upload`.
    var uploadMethod: String?
    /// `--doctor-whole`.
    var readsWholeBodies = false
}
