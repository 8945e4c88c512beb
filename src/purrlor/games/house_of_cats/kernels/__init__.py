"""The compiled implementation of House of Cats, batches and their encoding; `../exports.py` lists the kernels."""
