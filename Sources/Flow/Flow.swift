// People, scenarios, transactions, time, journal and findings. Never sees HTTP.
