"""The policy network: which card a tree search would play, in features, layers and weights."""
