"""Takes the README's pictures anew, of the pages as they are: `python3 run.py shots`. Needs Chromium."""

from tests.tools.screenshots import shoot

for path in shoot():
    print(path)
