/** Placeholder tool of a response that the harness rejected as a call: wrong format, unknown tool, invalid arguments. */
export const REJECTED_RESPONSE = '__rejected_response__';
