"""The contract is proved on the tiny game, and the suite is proved by breaking the tiny game in every way it should notice."""
