"""Skill ratings."""
