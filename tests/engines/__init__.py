"""Tests of the web client in Firefox and in WebKit, compared with Chromium."""
