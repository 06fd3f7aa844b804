// A campaign against a relying party: whether it gets right what the stories of a provider put before it.
//
//   UserAgent/   a browser without script: addresses, cookies, pages, one walk after the other
//   Look/        what was seen at the end of a login, and what tells somebody who is in from somebody who is not
//   Campaign/    the order of the steps: learning, cases, results
//
// Nothing here has a socket, a clock or a provider: `Campaign` is asked what it wants next and is told what came of it.
