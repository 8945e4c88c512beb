"""Supervised rooms for children: their cats, tables and handicaps."""
