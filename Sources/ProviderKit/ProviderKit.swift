// What a provider is, the OAuth and OpenID rules that providers share, and the application that answers requests.
//
// Each folder uses only those above it.
//
//   Content/       bodies and headers as the documented protocols have them
//   Addresses/     the names under which the emulator is reached
//   Record/        log, counts, and the journal with the changes of logins, within the bound on what all sandboxes keep
//   Keys/          signing and encryption keys, and the key sets that clients publish
//   Faults/        what a scenario does to an endpoint's answer
//   Deliveries/    what providers send to relying parties unasked, such as webhooks
//   Sandbox/       a complete private emulator: clock, world, queue, keys, state
//   Endpoints/     a path, the call that comes there, its outcome
//   Ledger/        the bookkeeping of open transactions
//   Handset/       what a provider's app shows on the fake phone
//   Pages/         the frame of every page that people see
//   OAuth/         rules of OAuth and OpenID Connect, one a file
//   Access/        which callers the control plane and the pages answer
//   Tokens/        minting tokens, and the one defect that each may have
//   Provider/      an emulated identity service, and the endpoints whose calls belong to a transaction
//   Application/   from a request to a provider's endpoint and back
