"""The parlour inside a web worker: the same tables as on a server, for one device (docs/device.md)."""
