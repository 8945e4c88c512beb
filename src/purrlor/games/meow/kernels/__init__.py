"""The compiled implementation of MEOW's rules, hidden deals and batches; `../exports.py` lists the kernels."""
