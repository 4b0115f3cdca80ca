"""The command line, the HTTP API and the pages."""
