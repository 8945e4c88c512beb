"""The server: tables where people and bots play, over HTTP and WebSocket, and everything around them."""
