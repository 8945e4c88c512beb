"""The commands `purrlor serve` and `purrlor store`."""
