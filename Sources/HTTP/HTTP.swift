// Bytes to messages and back, paths to routes. Never sees a socket; imports nothing.
