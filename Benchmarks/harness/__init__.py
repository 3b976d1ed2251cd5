"""The parts of run.py: builds, server, measure, rows, report."""
