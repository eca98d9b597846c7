/** The thread's script, as the build makes it for the extension. */
import '../../../src/workspace/git-thread-main.js';
