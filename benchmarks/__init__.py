"""How fast our games are, beside other engines, in one process: `make bench`. What is measured is in
docs/benchmarks.md.
"""
