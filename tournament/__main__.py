"""`python -m tournament` does what the command `tournament` does."""

import sys

from tournament.cli import main

if __name__ == "__main__":
    sys.exit(main())
