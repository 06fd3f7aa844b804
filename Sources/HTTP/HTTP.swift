// Bytes to messages and back, paths to routes. Never sees a socket; imports nothing but Synchronization.
//
//   Messages/  what a request and an answer are
//   Framing/   bytes to requests and answers to bytes
//   Content/   what bodies, queries and fields hold: forms, cookies, media types, dates, markup
//   Routing/   from method and path to an endpoint
//   Service/   what a server asks of the program, and what the program says back
