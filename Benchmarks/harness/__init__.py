"""What run.py is made of: builds, server, measure, rows, report."""
