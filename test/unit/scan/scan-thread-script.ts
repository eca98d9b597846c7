/** The thread's script, as the build makes it for the extension. */
import '../../../src/scan/scan-thread-main.js';
