// The one import for programs that fetch, upload and download. What else there is (sockets, TLS, the codec, field values,
// digests, proxies in detail …) comes with the module that it belongs to: `import SockeyeIO`, and so on.
// `make lint` counts what this brings (Tests/checks/exported.py).

@_exported public import HTTPTypes

// URLs and heads
@_exported public import enum SockeyeHTTP1.HTTPVersion
@_exported public import struct SockeyeHTTP1.ResponseHead
@_exported public import struct SockeyeURL.HTTPURL
@_exported public import protocol SockeyeURL.HTTPURLConvertible
@_exported public import struct SockeyeURL.HTTPURLError

// Requests and responses
@_exported public import class SockeyeClient.BlockingHTTPClient
@_exported public import struct SockeyeClient.BufferedResponse
@_exported public import struct SockeyeClient.Form
@_exported public import enum SockeyeClient.FormValue
@_exported public import class SockeyeClient.HTTPClient
@_exported public import struct SockeyeClient.HTTPClientError
@_exported public import struct SockeyeClient.Request
@_exported public import struct SockeyeClient.RequestBody
@_exported public import enum SockeyeClient.RequestBodyError
@_exported public import class SockeyeClient.NetworkStream
@_exported public import protocol SockeyeClient.RequestPerformer
@_exported public import struct SockeyeClient.Response
@_exported public import struct SockeyeClient.ResponseBody
@_exported public import struct SockeyeClient.ResponseCheck
@_exported public import enum SockeyeClient.ResponseError

// How the client behaves
@_exported public import struct SockeyeClient.AuthenticationOptions
@_exported public import struct SockeyeClient.CodingOptions
@_exported public import enum SockeyeClient.ContentCoding
@_exported public import enum SockeyeCache.CachePolicy
@_exported public import struct SockeyeCache.CacheStatus
@_exported public import class SockeyeCache.HTTPCache
@_exported public import struct SockeyeClient.Cookie
@_exported public import class SockeyeClient.CookieJar
@_exported public import enum SockeyeClient.Credential
@_exported public import class SockeyeClient.HSTSStore
@_exported public import struct SockeyeClient.PoolLimits
@_exported public import struct SockeyeClient.ProxyServer
@_exported public import struct SockeyeClient.ProxySettings
@_exported public import struct SockeyeClient.RedirectPolicy
@_exported public import struct SockeyeClient.RetryPolicy
@_exported public import enum SockeyeClient.RetryReason
@_exported public import struct SockeyeClient.Timeouts
@_exported public import struct SockeyeTLS.ClientIdentity
@_exported public import struct SockeyeTLS.Pinning
@_exported public import struct SockeyeTLS.TLSConfiguration
@_exported public import enum SockeyeTLS.TLSTrustAnswer
@_exported public import struct SockeyeTLS.TLSTrustQuestion

// Watching and intercepting
@_exported public import struct SockeyeClient.ClientEvent
@_exported public import protocol SockeyeClient.ExchangeObserver
@_exported public import enum SockeyeClient.WirePart
@_exported public import enum SockeyeClient.Interception
@_exported public import enum SockeyeClient.Reaction
@_exported public import protocol SockeyeClient.RequestInterceptor
@_exported public import struct SockeyeClient.SyntheticResponse

// WebSockets; close codes, compression and what can go wrong come with `import SockeyeWebSocket`
@_exported public import class SockeyeClient.WebSocket
@_exported public import enum SockeyeWebSocket.WebSocketMessage
@_exported public import struct SockeyeClient.WebSocketOptions
@_exported public import struct SockeyeClient.UpgradeRefusal

// Downloads
@_exported public import struct SockeyeDigest.Digest
@_exported public import struct SockeyeTransfers.Checksum
@_exported public import class SockeyeTransfers.ContentCheck
@_exported public import class SockeyeTransfers.Download
@_exported public import enum SockeyeTransfers.DownloadDestination
@_exported public import enum SockeyeTransfers.DownloadError
@_exported public import struct SockeyeTransfers.DownloadOptions
@_exported public import struct SockeyeTransfers.DownloadProgress
@_exported public import class SockeyeTransfers.DownloadQueue
@_exported public import struct SockeyeTransfers.DownloadResult
@_exported public import struct SockeyeTransfers.DownloadToken
@_exported public import struct SockeyeTransfers.PieceDigests
@_exported public import enum SockeyeTransfers.SegmentCount

// Uploads
@_exported public import struct SockeyeTransfers.MultipartForm
@_exported public import struct SockeyeTransfers.MultipartPart
@_exported public import enum SockeyeTransfers.ResumableProtocol
@_exported public import enum SockeyeTransfers.ResumableUploadError
@_exported public import struct SockeyeTransfers.ResumableUploadOptions
@_exported public import struct SockeyeTransfers.ResumableUploadProgress
@_exported public import enum SockeyeTransfers.ResumableUploadReport
@_exported public import struct SockeyeTransfers.ResumableUploadResult
@_exported public import class SockeyeTransfers.Upload
@_exported public import enum SockeyeTransfers.UploadError
@_exported public import struct SockeyeTransfers.UploadOptions
@_exported public import struct SockeyeTransfers.UploadProgress
@_exported public import struct SockeyeTransfers.UploadResult

// What failed underneath
@_exported public import struct SockeyeIO.FileError
@_exported public import enum SockeyeIO.IOError
