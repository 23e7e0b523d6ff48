"""Matches between bots: paired deals with rotated seats, on all cores, with ratings and intervals."""

from __future__ import annotations
