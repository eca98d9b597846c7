/** Core's, under the name by which the page knows it. */
export { cut, oneLine, escapeControls } from '../../src/core/escape-controls.js';
