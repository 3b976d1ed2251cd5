"""What a pair does on purpose: (an option or a pair, words of the finding): why."""

KNOWN = {}
