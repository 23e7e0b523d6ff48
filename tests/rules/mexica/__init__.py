"""The rules of Mexica, chapter by chapter: each test proves a sentence of the rulebook or a ruling (`M-…`)."""
