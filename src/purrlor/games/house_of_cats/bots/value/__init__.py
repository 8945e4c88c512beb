"""Expected points of a house: a linear function of features, and a value network that corrects it."""
