@_exported public import struct SockeyeParsers.ServerSentEvent
