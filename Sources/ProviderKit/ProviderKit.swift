// What a provider is, the OAuth and OpenID rules that providers share, and the application that answers requests.
