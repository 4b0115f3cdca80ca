"""The OpenAPI document and its examples."""
