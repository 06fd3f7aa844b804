// The course of a login: from story files to transactions and what is shown of them.
// Knows nothing of providers or HTTP.
//
// Each folder uses only those above it.
//
//   Memory/       a large value that is copied cheaply
//   Time/         instants, durations, a sandbox's clock; chance and identifiers from a seed
//   World/        people with their identifiers, clients and their apps
//   Vocabulary/   the words of a provider: verbs, endpoints, quirks, lifetimes, defects
//   Findings/     rules, and where they were broken
//   Scenario/     what is to happen: conditions, faults, expectations; which scenario a login gets, and the switches in force
//   Transaction/  a login from its start to its end, found by its handles, limited in number
//   Insight/      what the control plane shows of it: findings, verdicts, counts
//   Loading/      files to world and scenarios, with the position of each mistake, and back to files
//   Catalog/      the words as a document, as text and as JSON schemas
