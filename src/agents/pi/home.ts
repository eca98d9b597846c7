/** What pi calls itself, known before any session. */
export const AGENT_ID = 'pi';
export const NAME = 'pi';
