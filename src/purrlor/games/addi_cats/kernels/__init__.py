"""Compiled implementation of the rules, and the encoding of views as numbers."""
