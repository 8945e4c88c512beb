"""Turn notifications by Web Push: who gets one, its encryption, and the requests to push services."""
