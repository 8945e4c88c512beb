"""HTTP: requests and responses, access, limits, overload, and the web client's files."""
