"""Component kinds: counter, card, map, track, chart. Each module makes batches of faces from a game's records."""
