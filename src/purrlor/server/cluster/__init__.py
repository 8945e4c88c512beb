"""Several server processes, on one machine or more, that are one parlour. `docs/cluster.md` tells more."""
