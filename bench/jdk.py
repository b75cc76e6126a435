"""The JDK that Takt finds for itself."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def use_jdk():
    """Sets JAVA_HOME, also for the processes that are started from here, and gives it back."""
    script = 'source "$1/bin/jdk.sh" && find_jdk "$1" && echo "$JAVA_HOME"'
    done = subprocess.run(["bash", "-c", script, "bash", str(ROOT)], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        sys.exit(f"bench/{Path(sys.argv[0]).name}: no JDK 25 or later was found; set JAVA_HOME to one")
    os.environ["JAVA_HOME"] = done.stdout.strip()
    return Path(os.environ["JAVA_HOME"])
