"""What the commands do and print. Each module is imported by its command when it runs, so that help stays quick."""
