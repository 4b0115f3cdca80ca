"""What is served: the command line, and later pages and HTTP."""
