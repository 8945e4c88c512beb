"""The terminal client: draws views and sends notation. It contains no rules."""
