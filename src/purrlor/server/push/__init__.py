"""Turn notifications by Web Push: their receivers, their encryption, and the requests to push services."""
