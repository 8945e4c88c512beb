"""The real server, for more browsers at one address than any household has: how often they ask is not limited.

Tables for several may have the fate of a lesson, so that it is always the same.
"""

import sys
from unittest.mock import patch

from purrlor import cli
from purrlor.server.limits import NO_LIMITS

if __name__ == "__main__":
    with patch("purrlor.server.app.Limits", lambda: NO_LIMITS), patch("purrlor.table.lobby.check_lesson"):
        sys.exit(cli.main())
