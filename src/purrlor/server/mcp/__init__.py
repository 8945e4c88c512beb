"""Assistants at the table: tools of the Model Context Protocol, over stdio and over HTTP."""
