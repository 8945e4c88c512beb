"""Training for `purrlor lab train meow`; no level imports anything from here."""
