// The engine of OpenID Connect: what all providers that speak it have in common.
//
// A provider conforms to `OpenIDProvider`, gives its values in a `Profile`, and keeps only what is its own.
// Each folder uses only those above it.
//
//   Rules/           what relying parties get wrong, whatever the vendor; a book has them in a vendor's numbering
//   Messages/        what is asked and answered: parameters, answers, refusals
//   Clients/         relying parties, what they sign and what is demanded of it
//   Logins/          what becomes of a code, and what shows over several logins
//   Profile/         what a provider is to the engine
//   Authentication/  how clients show who they are
//   Authorize/       from an authorization request to a login
//   Token/           the grants, and the tokens that are given for them
//   Backchannel/     logins that a client without browser begins, and asks about
//   UserInfo/        what an access token opens
//   Discovery/       documents about the provider
//   Logout/          where browsers go at the end
//   Plain/           what a provider needs that has nothing of its own there
