"""The parlour as a place: tables where people and bots sit, over HTTP and WebSocket."""
