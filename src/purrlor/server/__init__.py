"""The server: tables where people and bots play over HTTP and WebSocket, and the features around them."""
