// @ts-check
/** Shows the times of the arbiter's pages in the reader's time zone. */

import { localTimes } from "./times.js";

localTimes();
