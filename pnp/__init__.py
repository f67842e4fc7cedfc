"""Board games from YAML: counters, cards, maps, player aids and rulebooks as PDFs that print and cut true."""
