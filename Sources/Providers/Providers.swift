// The emulated providers: the registry and one folder each.
