"""Identities, passkeys, transfers between devices, and regulars."""
