"""The parlour in a terminal: draws views, sends notation, holds no rules."""
