// What a provider is, the OAuth and OpenID rules that providers share, and the application that answers requests.
//
// Each folder uses those above it, and none below.
//
//   Content/       bodies and headers as the documented wires have them
//   Addresses/     under which names the emulator is reached
//   Record/        what is kept of exchanges: log, journal, counts
//   Keys/          what tokens are signed with, and key sets that clients publish
//   Faults/        what a scenario does to an endpoint's answer
//   Deliveries/    what providers send to relying parties on their own
//   Sandbox/       a complete private emulator: its clock, world, queue, keys, and what it keeps
//   Endpoints/     an address, the call that comes there, what becomes of it
//   Ledger/        the bookkeeping of open transactions
//   Handset/       what a provider's app shows on the fake phone
//   Pages/         the frame of every page that people see
//   OAuth/         rules of OAuth and OpenID Connect, one a file
//   Tokens/        minting tokens, and the one thing that may be wrong with each
//   Provider/      what one emulated identity service is, and the endpoints whose calls belong to a transaction
//   Application/   from a request to a provider's endpoint and back
