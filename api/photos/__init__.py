"""Photographs: upload and decoding."""
