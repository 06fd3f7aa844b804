// A campaign plays a provider's stories against a relying party and judges how it handles each.
//
//   UserAgent/   a browser without script: addresses, cookies, pages, one walk after the other
//   Look/        what was seen at the end of a login, and what distinguishes logged in from not logged in
//   Campaign/    the order of the steps: learning, cases, results
//
// Nothing here has a socket, a clock or a provider: `Campaign` says what it wants next, and is told the outcome.
