extension HTTPURL {
    /// This URL without user name and password, for traces, Referer and Host.
    public var withoutCredentials: HTTPURL {
        guard hasCredentials else { return self }
        var builder = URLParser(input: [], scheme: layout.scheme)
        builder.beginAuthority()
        builder.appendHostAndPort(of: self)
        builder.appendPath(of: self)
        builder.appendQuery(of: self)
        builder.appendFragment(of: self)
        return builder.finished()
    }

    /// This URL over TLS: http becomes https, ws becomes wss, and the default port 80 becomes 443; any other port stays (RFC
    /// 6797 section 8.3).
    public var secured: HTTPURL {
        guard !isSecure else { return self }
        var builder = URLParser(input: [], scheme: layout.scheme == .http ? .https : .wss)
        builder.beginAuthority()
        if hasCredentials {
            builder.appendCredentials(of: self)
        }
        builder.appendHostAndPort(of: self)
        builder.dropDefaultPort()
        builder.appendPath(of: self)
        builder.appendQuery(of: self)
        builder.appendFragment(of: self)
        return builder.finished()
    }

    /// This URL without its fragment.
    package var withoutFragment: HTTPURL {
        guard hasFragment else { return self }
        return HTTPURL(href: text(0, layout.fragmentStart), layout: layout)
    }

    /// This URL with another fragment: a redirect without one inherits that of the request (RFC 9110 section 10.2.2).
    ///
    /// - Parameter fragment: without `#`; illegal characters are percent-encoded. `nil` removes it.
    package func withFragment(_ fragment: String?) -> HTTPURL {
        guard let fragment else { return withoutFragment }
        var builder = URLParser(input: URLParser.withoutLineEnds(fragment), scheme: layout.scheme)
        builder.appendAuthority(of: self)
        builder.appendPath(of: self)
        builder.appendQuery(of: self)
        builder.fragment(from: 0)
        return builder.finished()
    }

    /// This URL with another query.
    ///
    /// - Parameter query: without `?`; illegal characters are percent-encoded, `%` stays. `nil` removes it.
    public func withQuery(_ query: String?) -> HTTPURL {
        var builder = URLParser(input: query.map(URLParser.withoutLineEnds) ?? [], scheme: layout.scheme)
        builder.appendAuthority(of: self)
        builder.appendPath(of: self)
        if query != nil {
            builder.query(0..<builder.input.count)
        }
        builder.appendFragment(of: self)
        return builder.finished()
    }

    /// This URL with `text` appended to its query, joined by `&` if there is one, like the data of curl's `-G`.
    public func appendingQuery(_ text: String) -> HTTPURL {
        guard let query, !query.isEmpty else { return withQuery(text) }
        return withQuery(query.hasSuffix("&") ? query + text : "\(query)&\(text)")
    }

    /// This URL with names and values appended to its query, form-encoded (application/x-www-form-urlencoded, URL Standard section 5.2).
    public func appendingQueryItems(_ items: some Sequence<(String, String)>) -> HTTPURL {
        let text = FormEncoding.serialize(items)
        return text.isEmpty ? self : appendingQuery(text)
    }
}
