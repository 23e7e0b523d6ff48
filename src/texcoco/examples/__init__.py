"""Examples for researchers, which docs/research.md tells of: `python -m texcoco.examples.play_with_masks`."""
