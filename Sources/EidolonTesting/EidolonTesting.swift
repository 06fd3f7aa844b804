// An emulator inside the test process, without sockets.
