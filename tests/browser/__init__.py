"""Tests of the web client in a real Chromium."""
