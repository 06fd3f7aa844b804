// What the emulator's own pages share: those of `Pages`, and the relying parties of `Demo`.
//
//   Site             a sandbox as its pages see it, and which callers see them
//   LoginCalls       what the journal says of logins, each entry read once
//   ControlPage      the frame of a page; Places and SiteBar stand at its top
//   TimeText, Badge  moments and severities for people
//   DemonstrationLink where a demonstration begins
//   PageAccess       the page that asks for the token
//   PageAssets       styles and scripts, from the folder Assets/
