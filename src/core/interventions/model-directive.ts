/** What to do at the next request to the model, where that request itself can be changed: by an agent's own loop, or by the relay. */

/**
 * `continue`: as before. `text-only`: no tools in the next request, so that the model answers in words. `stop`: end the turn.
 * `reminder`: a sentence for the model; with `stop` the reason. `stuck`: the turn has stalled, and why, for a dispatcher that
 * decides itself (the preset `stuck-heuristics`).
 */
export interface ModelDirective {
  decision: 'continue' | 'text-only' | 'stop';
  reminder?: string;
  stuck?: true;
  reason?: string;
}

/** `receipts`: delivered once the request follows the directive. */
export interface RequestAnswer {
  directive: ModelDirective;
  receipts: string[];
}
