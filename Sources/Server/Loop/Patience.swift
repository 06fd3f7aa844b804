/// The timeouts in nanoseconds, because every request adds some and a `Duration` has 128 bits.
struct Patience {
  let head: Int64
  let body: Int64
  let idle: Int64
  let write: Int64
  let linger: Int64
  let handshake: Int64

  init(_ options: ServerOptions) {
    head = options.headerTimeout.nanoseconds
    body = options.bodyTimeout.nanoseconds
    idle = options.idleTimeout.nanoseconds
    write = options.writeTimeout.nanoseconds
    linger = options.lingerTimeout.nanoseconds
    handshake = options.handshakeTimeout.nanoseconds
  }
}
