// Bytes to messages and back, paths to routes. It never sees a socket, and imports only Synchronization.
//
// Each folder uses only those above it.
//
//   Bytes/     what a byte may be, texts in bytes, dates
//   Text/      percent-encoding, forms, markup
//   Messages/  what a request and an answer are, and an answer as bytes
//   Content/   what fields hold: cookies, media types, preferences
//   Framing/   bytes to requests
//   Routing/   from method and path to a route
//   Service/   what a server asks of the program, and what the program says back
