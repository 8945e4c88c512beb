"""The compiled implementation of Yatzy's rules, batches and their encoding; `../exports.py` lists the kernels."""
