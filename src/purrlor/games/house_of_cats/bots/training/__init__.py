"""Training of the linear weights and of the value network. No level needs these modules to play."""
