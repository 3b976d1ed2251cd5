// The one import a user needs: everything public below it, and the ecosystem's currency types.
@_exported public import HTTPTypes
@_exported public import SockeyeClient
@_exported public import SockeyeDigest
@_exported public import SockeyeFields
@_exported public import SockeyeHTTP1
@_exported public import SockeyeIO
@_exported public import SockeyeStream
@_exported public import SockeyeTLS
@_exported public import SockeyeTransfers
@_exported public import SockeyeURL
