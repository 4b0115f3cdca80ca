"""Takes the README's pictures anew, of the pages as they are: `python3 run.py shots`. Needs Chromium."""

from itertools import chain

from tests.tools.recorder_shots import shoot_recorder
from tests.tools.screenshots import FOLDER, shoot

for path in chain(shoot(), shoot_recorder(FOLDER)):
    print(path)
