// Sockets, epoll loops, TLS records, timers, outgoing calls: the only Dispatch and socket code.
