"""Several server processes, on one or more machines, that act as one instance. See docs/explain/several-servers.md."""
