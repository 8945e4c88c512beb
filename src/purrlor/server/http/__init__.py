"""HTTP: requests and answers, access, limits, overload, and the web client's files."""
