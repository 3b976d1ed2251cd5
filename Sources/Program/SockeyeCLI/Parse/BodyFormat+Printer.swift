internal import SockeyeEncodings
internal import SockeyeParsers

extension BodyFormat {
    /// The printer for this format, which must not be `auto`.
    ///
    /// - Throws: if `path` is invalid in this format.
    func printer(
        path: String?, charset: String?, _ style: PrintStyle, _ conversion: ParseSettings.Conversion
    ) throws(TransferFailure) -> any BodyPrinter {
        do {
            if conversion.format != nil {
                guard self == .json || self == .plist else {
                    throw TransferFailure(
                        .failedInitialization, "--to needs a body of JSON or a property list, not \(self)")
                }
                return try PropertyListMaker(conversion, path: path, isJSON: self == .json)
            }
            switch self {
            case .xml:
                let encoding = charset.flatMap(TextEncoding.init(label:))
                if let path { return XMLPrinter(XMLSelectionHandler(path: try XMLPath(path)), encoding) }
                let format = XMLFormat.pretty.colored(style.isColored ? .terminal : nil)
                return XMLPrinter(XMLWriter(format: format), encoding)
            case .form: return FormPrinter(name: path, style)
            case .sse: return try EventPrinter(field: path, style)
            case .plist: return PropertyListPrinter(try JSONSelectionWriter(path, style))
            case .ndjson: return JSONLinesPrinter(try JSONSelectionWriter(path, style))
            case .json, .auto: return JSONPrinter(try JSONSelectionWriter(path, style))
            }
        } catch let failure as TransferFailure {
            throw failure
        } catch {
            throw TransferFailure(path: error)
        }
    }
}

extension JSONSelectionWriter {
    /// A writer of the whole body, pretty-printed, or of the values of `--select`.
    fileprivate init(_ path: String?, _ style: PrintStyle) throws(PathError) {
        let colors = style.isColored ? JSONColors.terminal : nil
        try self.init(
            path: try JSONPath(path ?? ""), format: path == nil ? .pretty.colored(colors) : .compact,
            writesRawStrings: path != nil)
    }
}
